import type { Knowledge } from '../../records/knowledge';

/** The newest answers of services, at most `maxEntries`; the least recently used ones are dropped. */
export class Memory {
  private readonly answers = new Map<string, Knowledge>();

  constructor(private readonly maxEntries: number) {}

  get(key: string): Knowledge | undefined {
    const found = this.answers.get(key);
    if (found === undefined) return undefined;
    this.answers.delete(key);
    this.answers.set(key, found);
    return found;
  }

  /** All answers whose keys begin with a text, by the rest of their keys. */
  below(start: string): readonly (readonly [key: string, answer: Knowledge])[] {
    return [...this.answers].flatMap(([key, answer]) =>
      key.startsWith(start) ? [[key.slice(start.length), answer]] : [],
    );
  }

  set(key: string, knowledge: Knowledge): void {
    this.answers.delete(key);
    this.answers.set(key, knowledge);
    const [oldest] = this.answers.keys();
    if (this.answers.size > this.maxEntries && oldest !== undefined) this.answers.delete(oldest);
  }

  clear(): void {
    this.answers.clear();
  }
}
