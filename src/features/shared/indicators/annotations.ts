import type { Indicator } from '../../../core/indicators/identity/types';
import type { Annotation } from '../../../core/records/annotation';

/** A note and tags as they are shown: their indicators are defanged. */
export function shownAnnotation({ note, tags }: Annotation, defangText: (text: string) => string): Annotation {
  return {
    note: note === undefined ? undefined : defangText(note),
    tags: tags?.map(defangText),
  };
}

/** The user's notes and tags, as stored on this machine. */
export class Annotations {
  private readonly listeners = new Set<() => void>();

  /** @param read reads the store; returns undefined where it can't be read */
  constructor(private readonly read: (indicator: Indicator) => Annotation | undefined) {}

  /** Returns the user's note and tags for an indicator. */
  of({ type, value }: Indicator): Annotation | undefined {
    return this.read({ type, value });
  }

  /** Reports that this window has stored a change. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** @returns stops listening */
  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
