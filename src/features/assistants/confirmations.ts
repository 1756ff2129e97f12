import type { ConfirmedValues } from '../../core/assistant';

/** Calls whose confirmation is remembered. A user can leave a question unanswered, and nobody reports that. */
const maxRemembered = 20;

/** What questions listed that calls would send, by their input: VS Code doesn't connect a question with its call. */
export class Confirmations {
  private readonly byInput = new Map<string, ConfirmedValues>();

  /** Remembers what the question about a call says, undefined if it says nothing. Replaces an earlier one. */
  set(input: unknown, values: ConfirmedValues | undefined): void {
    const key = JSON.stringify(input);
    this.byInput.delete(key);
    if (values === undefined) return;
    this.byInput.set(key, values);
    const [oldest] = this.byInput.keys();
    if (this.byInput.size > maxRemembered && oldest !== undefined) this.byInput.delete(oldest);
  }

  /** What a call may send, once. */
  take(input: unknown): ConfirmedValues | undefined {
    const key = JSON.stringify(input);
    const values = this.byInput.get(key);
    this.byInput.delete(key);
    return values;
  }
}
