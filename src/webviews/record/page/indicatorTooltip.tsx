import { useEffect, useRef, useState } from 'preact/hooks';
import { RiskIcon } from '../../common/riskIcon';
import type { IndicatorView } from '../../messages/parts';
import { textOf } from '../../messages/pieces';
import { usePanel } from '../state/panelContext';

/** How long the pointer rests before the tooltip appears. */
const hoverDelayMillis = 350;
const id = 'about';

interface IndicatorTooltip {
  readonly hovered: IndicatorView | undefined;
  readonly onHover: (indicator: IndicatorView | undefined, element: HTMLElement) => void;
}

/** Tracks the hovered or focused indicator and requests what is known about it. */
export function useIndicatorTooltip(): IndicatorTooltip {
  const { send } = usePanel();
  const [hovered, setHovered] = useState<IndicatorView>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLElement>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    anchor.current?.classList.remove('rested');
    anchor.current?.removeAttribute('aria-describedby');
    anchor.current = undefined;
    setHovered(undefined);
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  const onHover: IndicatorTooltip['onHover'] = (indicator, element) => {
    leave();
    if (indicator === undefined) return;
    timer.current = setTimeout(() => {
      if (!element.isConnected) return;
      anchor.current = element;
      element.classList.add('rested');
      element.setAttribute('aria-describedby', id);
      send({ kind: 'describe', indicator });
      setHovered(indicator);
    }, hoverDelayMillis);
  };
  return { hovered, onHover };
}

/** A tooltip next to the hovered indicator with what is known locally. */
export function IndicatorTooltip({ hovered }: { readonly hovered: IndicatorView | undefined }) {
  const { described } = usePanel().state;
  const element = useRef<HTMLDivElement>(null);
  const isThere = hovered !== undefined && described?.indicator.value === hovered.value;
  useEffect(() => {
    const { current } = element;
    if (current === null || current.matches(':popover-open') === isThere) return;
    if (isThere) current.showPopover();
    else current.hidePopover();
  }, [isThere]);
  return (
    <div ref={element} id={id} class="about" role="tooltip" popover="manual">
      {!isThere ? null : (
        <>
          {described.risk === undefined ? null : (
            <strong class={`badge risk-${described.risk.color}`}>
              <RiskIcon icon={described.risk.icon} /> {described.risk.label}
            </strong>
          )}
          {described.lines.map((line, index) => (
            <p key={index}>{textOf(line)}</p>
          ))}
        </>
      )}
    </div>
  );
}
