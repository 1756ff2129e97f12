import type { Attributes, Properties } from '../../core/records/record';
import type { ScanFacts } from '../../core/records/scan';
import type { Enrichment } from '../scans/enricher';
import { valueLimits } from './reach/limits';
import { plainText } from './reach/plainText';

type Facts = { -readonly [Key in keyof ScanFacts]: ScanFacts[Key] };

/** Collects the results of an enrichment as plain text of limited length, without duplicates. */
export class ScanResults {
  readonly #properties = new Map<string, Map<string, string[]>>();
  readonly #attributes = new Map<string, Map<string, readonly string[]>>();
  readonly #redirects: string[] = [];
  readonly #errors: string[] = [];
  readonly facts: Facts = {};

  /** Adds values to a key of the specification's groups; skips missing and empty ones. */
  addProperty(group: string, key: string, ...values: readonly (string | undefined)[]): void {
    const entries = this.#properties.get(group) ?? new Map<string, string[]>();
    const name = plainText(key, valueLimits.keyLength);
    const existing = entries.get(name) ?? [];
    if (name === '' || (existing.length === 0 && entries.size >= valueLimits.keys)) return;
    for (const value of values) {
      const text = plainText(value ?? '', valueLimits.valueLength);
      if (text !== '' && existing.length < valueLimits.values && !existing.includes(text)) existing.push(text);
    }
    if (existing.length === 0) return;
    entries.set(name, existing);
    this.#properties.set(group, entries);
  }

  /** Adds a row of an attribute: its value, and its display name where it has one. */
  addAttribute(name: string, ...row: readonly string[]): void {
    const rows = this.#attributes.get(name) ?? new Map<string, readonly string[]>();
    if (rows.size < valueLimits.values) rows.set(row[0] ?? '', row);
    this.#attributes.set(name, rows);
  }

  addRedirect(url: string): void {
    this.#redirects.push(url);
  }

  /** @param sentence without a period at its end */
  addError(sentence: string): void {
    this.#errors.push(plainText(sentence, 500));
  }

  get isEmpty(): boolean {
    return this.#properties.size === 0 && this.#attributes.size === 0 && Object.keys(this.facts).length === 0;
  }

  get errors(): readonly string[] {
    return this.#errors;
  }

  toEnrichment(): Enrichment {
    const properties: Properties = Object.fromEntries(
      [...this.#properties].map(([group, entries]) => [group, Object.fromEntries(entries)]),
    );
    const attributes: Attributes = Object.fromEntries(
      [...this.#attributes].map(([name, rows]) => [name, [...rows.values()]]),
    );
    return { properties, attributes, redirects: this.#redirects, facts: this.facts, errors: this.#errors };
  }
}
