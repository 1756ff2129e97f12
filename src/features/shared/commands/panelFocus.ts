import type { Indicator } from '../../../core/indicators/identity/types';

/** A focused panel, for commands without an indicator as argument. */
export interface FocusedPanel {
  /** Its subject, if that is an indicator. */
  readonly indicator?: Indicator;
  /** Repeats the lookup in the panel itself. */
  readonly lookUp: () => Promise<void>;
}

/** Which panel is focused; features with panels report it here. */
export class PanelFocus {
  private readonly readers = new Set<() => FocusedPanel | undefined>();

  /** `read` returns the focused panel of the feature. @returns removes it */
  add(read: () => FocusedPanel | undefined): { dispose(): void } {
    this.readers.add(read);
    return { dispose: () => this.readers.delete(read) };
  }

  current(): FocusedPanel | undefined {
    for (const read of this.readers) {
      const panel = read();
      if (panel !== undefined) return panel;
    }
    return undefined;
  }
}
