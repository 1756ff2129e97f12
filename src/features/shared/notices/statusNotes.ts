import type { UiText } from '../ui/text';

interface Note {
  readonly sentence: UiText;
  readonly short?: UiText;
}

/** Notes that features add to the status bar item, each by its own key. */
export class StatusNotes {
  private readonly notes = new Map<string, Note>();
  private readonly listeners = new Set<() => void>();

  /**
   * Sets a sentence for the tooltip, optionally with two or three words for the item itself; undefined removes them.
   */
  set(name: string, sentence: UiText | undefined, short?: UiText): void {
    const old = this.notes.get(name);
    if (old?.sentence === sentence && old?.short === short) return;
    if (sentence === undefined) this.notes.delete(name);
    else this.notes.set(name, { sentence, short });
    for (const listener of [...this.listeners]) listener();
  }

  lines(): readonly UiText[] {
    return [...this.notes.values()].map(({ sentence }) => sentence);
  }

  /** Short notes at the end of the item. */
  shorts(): readonly UiText[] {
    return [...this.notes.values()].flatMap(({ short }) => (short === undefined ? [] : [short]));
  }

  onChanged(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
}
