import type { Indicator } from '../../../core/indicators/identity/types';

/** A focused panel, for commands without an indicator as argument. */
export interface FocusedPanel {
  /** Its subject, if that is an indicator. */
  readonly indicator?: Indicator;
  /** Repeats the lookup in the panel itself. */
  readonly lookUp: () => Promise<void>;
}

/** Opens the web page of a row in the focused panel: the clicked one, or the only selected one. */
export type OpenPage = (clicked: unknown) => Promise<void>;

/** Which panel is focused; features with panels report it here. */
export class PanelFocus {
  private readonly readers = new Set<() => FocusedPanel | undefined>();
  private readonly pages = new Set<() => OpenPage | undefined>();

  /** `read` returns the focused panel of the feature. @returns removes it */
  add(read: () => FocusedPanel | undefined): { dispose(): void } {
    this.readers.add(read);
    return { dispose: () => this.readers.delete(read) };
  }

  /** `read` returns how the focused panel of the feature opens pages of its rows. @returns removes it */
  addPages(read: () => OpenPage | undefined): { dispose(): void } {
    this.pages.add(read);
    return { dispose: () => this.pages.delete(read) };
  }

  /** Undefined unless a panel with pages of rows has the focus. */
  openPage(): OpenPage | undefined {
    for (const read of this.pages) {
      const open = read();
      if (open !== undefined) return open;
    }
    return undefined;
  }

  current(): FocusedPanel | undefined {
    for (const read of this.readers) {
      const panel = read();
      if (panel !== undefined) return panel;
    }
    return undefined;
  }
}
