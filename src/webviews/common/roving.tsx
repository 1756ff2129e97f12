import type { ComponentChildren } from 'preact';
import { useRoving } from './useRoving';

interface RovingProps {
  readonly class?: string;
  /** `toolbar` for commands, `group` for toggle buttons. */
  readonly role: 'toolbar' | 'group';
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Controls that are one Tab stop together, see {@link useRoving}. */
export function Roving({ class: name, role, label, children }: RovingProps) {
  const element = useRoving<HTMLDivElement>();
  return (
    <div ref={element} class={name} role={role} aria-label={label}>
      {children}
    </div>
  );
}
