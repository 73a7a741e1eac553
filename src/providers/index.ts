/** `toolgen/providers`: a registry's tools in the formats of model providers, and their models' calls into it. */
export { type AiSdk, type AiSdkTool, aiSdkTools } from "./ai-sdk.js";
export {
  type AnthropicOptions,
  type AnthropicTool,
  type AnthropicTools,
  anthropicTools,
  assembleToolUse,
  type ContentBlock,
  type StreamEvent,
  type ToolResultBlock,
} from "./anthropic.js";
export type { Loosened } from "./convert/part.js";
export type { ProfileName } from "./dialect.js";
export {
  type FunctionDeclaration,
  type FunctionResponsePart,
  type GeminiOptions,
  type GeminiPart,
  type GeminiTools,
  geminiTools,
} from "./gemini.js";
export type { GeminiSchema, GeminiType, GeminiTypes } from "./gemini-schema.js";
export {
  type LangChain,
  type LangChainConfig,
  type LangChainFailure,
  type LangChainFields,
  langChainTools,
} from "./langchain.js";
export {
  type AssembledChatCall,
  assembleChatCalls,
  type ChatTool,
  type ChatToolCall,
  type ChatToolCallDelta,
  type ChatToolMessage,
  type FunctionCallOutput,
  type OpenAiChatTools,
  type OpenAiFunction,
  type OpenAiOptions,
  type OpenAiResponsesTools,
  openAiChatTools,
  openAiResponsesTools,
  type ResponsesItem,
  type ResponsesTool,
} from "./openai.js";
export type { JsonValue, PlainObjectSchema, PlainSchema } from "./plain.js";
export { type ProviderTool, toProfile } from "./profile.js";
export { type ModelCall, type ProviderTools, type ProviderToolsOptions, providerTools } from "./tools.js";
