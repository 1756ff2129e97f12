import { useEffect, useState } from 'preact/hooks';

interface WaitingProps {
  /** What it waits for: “Waiting for intel.example…”. */
  readonly message: string;
  /** Since when, in milliseconds; default: since it is shown. */
  readonly since?: number;
  readonly cancel: () => void;
}

/** Something is on its way: from whom, how long already, and the way to call it off. */
export function Waiting({ message, since, cancel }: WaitingProps) {
  const [shown] = useState(() => Date.now());
  const seconds = useSecondsSince(since ?? shown);
  return (
    <p class="loading">
      <span class="spinner" aria-hidden="true" />
      <span role="status">{message}</span>
      {/* Not told aloud each second. */}
      <span class="dim seconds" aria-hidden="true">
        {seconds} s
      </span>
      <button type="button" class="secondary" onClick={cancel}>
        Cancel
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
