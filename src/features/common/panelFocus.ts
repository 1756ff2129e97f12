import type { Indicator } from '../../core/indicators/types';

/** A panel that has the focus, as commands that were given no indicator see it. */
export interface FocusedPanel {
  /** What it is about, where that is an indicator. */
  readonly indicator?: Indicator;
  /** Asks again for what it shows, in the panel itself. */
  readonly lookUp: () => Promise<void>;
}

/** Which panel has the focus; features with panels report it here. */
export class PanelFocus {
  private readonly looks = new Set<() => FocusedPanel | undefined>();

  /** @returns takes the feature's panels out again */
  add(look: () => FocusedPanel | undefined): { dispose(): void } {
    this.looks.add(look);
    return { dispose: () => this.looks.delete(look) };
  }

  current(): FocusedPanel | undefined {
    for (const look of this.looks) {
      const panel = look();
      if (panel !== undefined) return panel;
    }
    return undefined;
  }
}
