export interface SourceMessage {
  readonly text: string;
  /** Path and line. */
  readonly at: string;
}

export function sourceMessages(): {
  readonly messages: Map<string, SourceMessage>;
  readonly problems: readonly string[];
};
export function placeholders(text: string): string[];
export function bundle(language: string): Record<string, unknown>;
export function languages(): string[];
export function bundleProblems(
  translations: Readonly<Record<string, unknown>>,
  messages: ReadonlyMap<string, SourceMessage>,
): string[];
export function pseudo(text: string): string;
