import type { LookupMode } from '../../core/lookups/types';
import { t } from '../../l10n';

export interface ModeText {
  readonly label: string;
  /** Within a line: “Threats: on hover”. */
  readonly short: string;
  /** Describes what is sent in this mode. */
  readonly sends: string;
}

/** A lookup mode as text. */
export function modeText(mode: LookupMode): ModeText {
  return {
    label: {
      offline: () => t('Offline'),
      onDemand: () => t('On demand'),
      onHover: () => t('On hover'),
      automatic: () => t('Automatic'),
    }[mode](),
    short: {
      offline: () => t('offline'),
      onDemand: () => t('on demand'),
      onHover: () => t('on hover'),
      automatic: () => t('automatic'),
    }[mode](),
    sends: {
      offline: () => t('Sends nothing. Hovers use only the data on this machine.'),
      onDemand: () => t('Sends indicators and queries only when you click Look Up or run a command that sends them.'),
      onHover: () => t('Sends an indicator when you hover over it and there is no recent cached result.'),
      automatic: () => t('Sends visible indicators without a recent cached result. In source code only if set up.'),
    }[mode](),
  };
}
