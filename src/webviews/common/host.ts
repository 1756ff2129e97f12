/** VS Code's webview API. */
interface WebviewApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
  /** Returns the last state that this panel has set, even before a reload or before it was hidden. */
  getState(): unknown;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The host of this panel; VS Code gives it out once. */
export const host: WebviewApi = acquireVsCodeApi();
