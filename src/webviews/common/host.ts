/** What VS Code puts into a webview; see its webview API. */
interface WebviewApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
  /** What this panel kept, also before a reload, or while it was hidden. */
  getState(): unknown;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The host of this panel; VS Code gives it out once. */
export const host: WebviewApi = acquireVsCodeApi();
