/** What openapi-fetch is given for `fetch`: one exchange of a request for an answer, read to its end within limits. */
import type { Socket } from "node:net";
import type { Agent, Dispatcher } from "undici";
import { fingerprint } from "../../auth/certificate.js";
import type { ClientCertificate } from "../../auth/credentials.js";
import type { Answer, SignedRequest } from "../message.js";
import { Exchange } from "./exchange.js";

export interface Transport {
  /** `path` is path and query, encoded. */
  send(request: SignedRequest, origin: string, path: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Beside the deadline of a call, which as a rule is the shorter one. */
export interface Timeouts {
  /** Until a connection stands; default 10 s. */
  readonly connectMs?: number;
  /** From the request to the head of its answer; default 5 min. */
  readonly headersMs?: number;
  /** Between two pieces of a body; default 5 min. */
  readonly idleMs?: number;
  /** For a credential provider to answer; default 30 s. */
  readonly credentialMs?: number;
}

/** Sockets to one origin: more would only move the queue to the other side. */
const CONNECTIONS = 128;
/** Client certificates whose connections are kept. */
const MAX_AGENTS = 64;
const MINUTES_5 = 300_000;

/** An agent, and the sockets that it opens. */
interface Pool {
  readonly agent: Agent;
  /** Gives back the socket that is opened for this request; `undefined`: there is a free one, or it waits for one. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Socket | undefined;
}

/** undici with an agent of its own; loaded on the first call. */
export function undiciTransport(timeouts: Timeouts = {}): Transport {
  /** By client certificate; without one, by the empty name. */
  const agents = new Map<string, Promise<Pool>>();
  const load = async (certificate: ClientCertificate | undefined): Promise<Pool> => {
    // The package's index takes three times as long to load as the parts that are needed.
    const [{ default: UndiciAgent }, { default: buildConnector }] = await Promise.all([
      import("undici/lib/dispatcher/agent.js"),
      import("undici/lib/core/connect.js"),
    ]);
    const connector = buildConnector({ timeout: timeouts.connectMs ?? 10_000, ...certificate });
    let opened: Socket | undefined;
    const agent = new UndiciAgent({
      connect: (options, callback) => {
        opened = connector(options, callback);
      },
      headersTimeout: timeouts.headersMs ?? MINUTES_5,
      bodyTimeout: timeouts.idleMs ?? MINUTES_5,
      connections: CONNECTIONS,
    });
    return {
      agent,
      dispatch(options, handler) {
        opened = undefined;
        agent.dispatch(options, handler);
        return opened;
      },
    };
  };
  const agentFor = (certificate: ClientCertificate | undefined): Promise<Pool> => {
    const name = certificate ? fingerprint(certificate) : "";
    const agent = agents.get(name) ?? load(certificate);
    // The one used last stands last: the first one makes room.
    agents.delete(name);
    agents.set(name, agent);
    const [oldest] = agents.keys();
    if (agents.size > MAX_AGENTS && oldest !== undefined) {
      // One that was never made, or does not close well, is no matter of this call.
      agents
        .get(oldest)
        ?.then((old) => old.agent.close())
        .catch(() => {});
      agents.delete(oldest);
    }
    return agent;
  };
  return {
    async send(request, origin, path) {
      const pool = await agentFor(request.certificate);
      return new Promise((resolve, reject) => {
        const exchange = new Exchange(request, resolve, reject);
        if (!exchange.begin()) return;
        const { method, headers, body } = request;
        const options = { origin, path, method: method as "GET", headers: headers as Record<string, string> };
        exchange.connecting(pool.dispatch({ ...options, body: body ?? null }, exchange));
      });
    },
    async close() {
      await Promise.all([...agents.values()].map(async (pool) => (await pool).agent.destroy()));
    },
  };
}
