import type { ResultsButton } from '../../messages/results';
import type { Send } from '../send';

/** Buttons for what the host can do. */
export function Buttons({ buttons, send }: { readonly buttons: readonly ResultsButton[]; readonly send: Send }) {
  return (
    <>
      {buttons.map(({ label, action, limit }) => (
        <button
          key={label}
          type="button"
          class={action === 'cancel' ? undefined : 'secondary'}
          onClick={() => send({ kind: 'act', action, limit })}
        >
          {label}
        </button>
      ))}
    </>
  );
}
