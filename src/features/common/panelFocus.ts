import type { Indicator } from '../../core/indicators/types';

/** A focused panel, for commands without an indicator as argument. */
export interface FocusedPanel {
  /** Its subject, if that is an indicator. */
  readonly indicator?: Indicator;
  /** Repeats the lookup in the panel itself. */
  readonly lookUp: () => Promise<void>;
}

/** Which panel is focused; features with panels report it here. */
export class PanelFocus {
  private readonly looks = new Set<() => FocusedPanel | undefined>();

  /** @returns removes the panels of the feature */
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
