import type { Subject } from '../../core/records/subject';

/** The maximum number of steps back and forward. */
const maxSteps = 50;

/** The subject of a panel and its history, nearest first. */
export interface HistoryState {
  readonly subject: Subject;
  readonly back: readonly Subject[];
  readonly forward: readonly Subject[];
}

/** The history of a panel, as in a browser: a new subject clears the forward steps. Immutable. */
export class PanelHistory {
  private constructor(readonly state: HistoryState) {}

  static at(subject: Subject): PanelHistory {
    return new PanelHistory({ subject, back: [], forward: [] });
  }

  /** From a stored state. */
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

  /** Returns the history after a step; undefined at its end. */
  step(where: 'back' | 'forward'): PanelHistory | undefined {
    const { subject, back, forward } = this.state;
    const [next, ...rest] = where === 'back' ? back : forward;
    if (next === undefined) return undefined;
    const left = [subject, ...(where === 'back' ? forward : back)].slice(0, maxSteps);
    return new PanelHistory(
      where === 'back' ? { subject: next, back: rest, forward: left } : { subject: next, back: left, forward: rest },
    );
  }

  /** Returns this history with a more precise current subject (a name instead of an ID). */
  renamed(subject: Subject): PanelHistory {
    return new PanelHistory({ ...this.state, subject });
  }
}
