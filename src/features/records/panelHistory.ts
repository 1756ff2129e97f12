import type { Subject } from '../../core/records/subject';

/** Subjects kept on either side of the one that is shown. */
const maxSteps = 50;

/** What a panel shows, and what “back” and “forward” would show, nearest first. */
export interface HistoryState {
  readonly subject: Subject;
  readonly back: readonly Subject[];
  readonly forward: readonly Subject[];
}

/** Where a panel has been, as in a browser: going somewhere new forgets what lay ahead. Immutable. */
export class PanelHistory {
  private constructor(readonly state: HistoryState) {}

  static at(subject: Subject): PanelHistory {
    return new PanelHistory({ subject, back: [], forward: [] });
  }

  /** From what a panel kept. */
  static from({ subject, back, forward }: HistoryState): PanelHistory {
    return new PanelHistory({ subject, back: back.slice(0, maxSteps), forward: forward.slice(0, maxSteps) });
  }

  get current(): Subject {
    return this.state.subject;
  }

  goTo(next: Subject): PanelHistory {
    const { subject, back } = this.state;
    return new PanelHistory({ subject: next, back: [subject, ...back].slice(0, maxSteps), forward: [] });
  }

  /** One step; undefined where there is none that way. */
  step(where: 'back' | 'forward'): PanelHistory | undefined {
    const { subject, back, forward } = this.state;
    const [next, ...rest] = where === 'back' ? back : forward;
    if (next === undefined) return undefined;
    const left = [subject, ...(where === 'back' ? forward : back)].slice(0, maxSteps);
    return new PanelHistory(
      where === 'back' ? { subject: next, back: rest, forward: left } : { subject: next, back: left, forward: rest },
    );
  }

  /** The same way, with what is now known of the subject that is shown (a name to its number). */
  renamed(subject: Subject): PanelHistory {
    return new PanelHistory({ ...this.state, subject });
  }
}
