import { useAnnounced } from '../common/live';
import { RiskIcon } from '../common/riskIcon';
import type { NoticeView } from '../messages/record';
import { usePanel } from './panelContext';
import { t } from '../../l10n';

/** Notices, each with its buttons. */
export function Notices({ notices }: { readonly notices: readonly NoticeView[] }) {
  return (
    <div>
      {notices.map((notice, index) => (
        <Notice key={index} notice={notice} />
      ))}
    </div>
  );
}

interface NoticeProps {
  readonly notice: NoticeView;
  /** Requests the part of the record with the notice again. */
  readonly showAgain?: (() => void) | undefined;
}

export function Notice({ notice, showAgain }: NoticeProps) {
  const { send } = usePanel();
  useAnnounced(notice.text, notice.tone === 'warning' ? 'alert' : 'polite');
  return (
    <p class={`notice ${notice.tone}`}>
      <RiskIcon icon={notice.icon ?? 'info'} />
      <span class="notice-text">{notice.text}</span>
      {notice.actions.map(({ label, action }) => (
        <button
          key={action}
          type="button"
          class={action === 'lookUp' && notice.tone === 'info' ? '' : 'secondary'}
          onClick={() => send({ kind: 'act', action })}
        >
          {label}
        </button>
      ))}
      {showAgain === undefined ? null : (
        <button type="button" class="secondary" onClick={showAgain}>
          {t('Try Again')}
        </button>
      )}
    </p>
  );
}
