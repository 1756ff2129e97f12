import { useEffect, useState } from 'preact/hooks';
import { useAnnounced } from '../common/live';
import { formatDuration, t } from '../../l10n';

interface WaitingProps {
  /** Shown while waiting: “Waiting for intel.example…”. */
  readonly message: string;
  /** When it started; default: when it is shown. */
  readonly since?: number;
  readonly cancel: () => void;
}

/** A pending request: its message, its duration, and a button to cancel it. */
export function Waiting({ message, since, cancel }: WaitingProps) {
  const [shown] = useState(() => Date.now());
  useAnnounced(message);
  const seconds = useSecondsSince(since ?? shown);
  return (
    <p class="loading">
      <span class="spinner" aria-hidden="true" />
      <span>{message}</span>
      <span class="dim seconds" aria-hidden="true">
        {formatDuration(seconds * 1_000)}
      </span>
      <button type="button" class="secondary" onClick={cancel}>
        {t('Cancel')}
      </button>
    </p>
  );
}

function useSecondsSince(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}
