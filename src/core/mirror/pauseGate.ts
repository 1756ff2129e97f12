/** A gate that a run passes before each request; open until it is closed. */
export class PauseGate {
  private gate: PromiseWithResolvers<undefined> | undefined;

  isClosed(): boolean {
    return this.gate !== undefined;
  }

  close(): void {
    this.gate ??= Promise.withResolvers<undefined>();
  }

  open(): void {
    this.gate?.resolve(undefined);
    this.gate = undefined;
  }

  /** Resolves as soon as the gate is open; false where `signal` was aborted before. */
  async pass(signal: AbortSignal): Promise<boolean> {
    while (this.gate !== undefined && !signal.aborted) {
      const aborted = Promise.withResolvers<undefined>();
      const leave = (): void => aborted.resolve(undefined);
      signal.addEventListener('abort', leave, { once: true });
      await Promise.race([this.gate.promise, aborted.promise]);
      signal.removeEventListener('abort', leave);
    }
    return !signal.aborted;
  }
}
