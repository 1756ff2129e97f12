import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { emptyState, type PanelState } from './panelState';
import type { Send } from './send';

/** What every part of the page may look at, and how it tells the host. */
export interface PanelParts {
  readonly state: PanelState;
  readonly send: Send;
}

export const PanelContext = createContext<PanelParts>({ state: emptyState, send: () => undefined });

export function usePanel(): PanelParts {
  return useContext(PanelContext);
}
