export interface EmittedFile {
  /** Relative to the toolkit's folder, with `/`. */
  readonly path: string;
  readonly text: string;
}
