/** Lines that features add to the tooltip of the status bar item, each under a name of its own. */
export class StatusNotes {
  private readonly notes = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  /** A sentence, or undefined for nothing to say. */
  set(name: string, sentence: string | undefined): void {
    if (this.notes.get(name) === sentence) return;
    if (sentence === undefined) this.notes.delete(name);
    else this.notes.set(name, sentence);
    for (const listener of [...this.listeners]) listener();
  }

  lines(): readonly string[] {
    return [...this.notes.values()];
  }

  onChanged(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
}
