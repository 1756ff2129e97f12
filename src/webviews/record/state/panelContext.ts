import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { emptyState, type PanelState } from './panelState';
import type { FromRecordPanel } from '../../messages/record';

/** Sends a message to the host. */
type Send = (message: FromRecordPanel) => void;

/** The state of the page and a way to send messages to the host. */
export interface PanelParts {
  readonly state: PanelState;
  readonly send: Send;
}

export const PanelContext = createContext<PanelParts>({ state: emptyState, send: () => undefined });

export function usePanel(): PanelParts {
  return useContext(PanelContext);
}
