import type { LookupMode, UrlDetail } from '../../core/lookups/types';

export interface ModeText {
  readonly label: string;
  /** In the middle of a line: “Threats: on hover”. */
  readonly short: string;
  /** What leaves the machine in this mode. */
  readonly sends: string;
}

const words: Readonly<Record<LookupMode, ModeText>> = {
  offline: {
    label: 'Offline',
    short: 'offline',
    sends: 'Sends nothing, ever. Hovers answer from what is stored on this machine.',
  },
  onDemand: {
    label: 'On demand',
    short: 'on demand',
    sends: 'Sends one indicator when you click “Look up” or run a command for it.',
  },
  onHover: {
    label: 'On hover',
    short: 'on hover',
    sends: 'Sends the one indicator that the mouse rests on, when nothing fresh is stored.',
  },
  automatic: {
    label: 'Automatic',
    short: 'automatic',
    sends:
      'Sends the visible indicators, batched, when nothing fresh is stored. Not in code, unless a setting says so.',
  },
};

/** A lookup mode in words; `sends` names what goes out. */
export function modeText(mode: LookupMode): ModeText {
  return words[mode];
}

/** How much of a URL goes out, for the line below the modes. */
export function urlDetailLabel(detail: UrlDetail): string {
  return {
    hostOnly: 'Of a URL only the host is sent.',
    withoutQuery: 'A URL is sent without its query, user name and fragment.',
    full: 'A URL is sent whole, without user name and fragment.',
  }[detail];
}
