import { type LookupMode, lookupModes } from '../../core/lookups/types';
import type { Notices } from '../shared/notices/notices';
import type { SettingsFacade } from '../shared/settings/settings';
import { createQuickPick, untrusted, type UiText } from '../shared/ui';
import { modeText } from './modeText';
import { uiText } from '../shared/ui/text';

/** Lets the user change the lookup mode, with or without a service. */
export async function changeMode(
  { settings, notices }: { readonly settings: SettingsFacade; readonly notices: Pick<Notices, 'inform'> },
  title: UiText = uiText('Change Lookup Mode'),
): Promise<void> {
  const chosen = await pickMode(title, settings.current().lookups.mode);
  if (chosen === undefined) return;
  await settings.setMode(chosen);
  const effective = settings.current().lookups.mode;
  notices.inform(
    effective === chosen
      ? uiText('Lookup mode: {0}.', modeText(chosen).label)
      : uiText('Lookup mode: {0} (restricted by this workspace).', modeText(effective).label),
  );
}

/** Shows what each mode sends and lets the user pick one; undefined if dismissed. */
function pickMode(title: UiText, now: LookupMode): Promise<LookupMode | undefined> {
  const items = lookupModes.map((mode) => {
    const { label, sends } = modeText(mode);
    return {
      label: untrusted(label),
      detail: untrusted(sends),
      description: mode === now ? uiText('current') : undefined,
      mode,
    };
  });
  // Not `showQuickPick`, which always starts at the first entry.
  const pick = createQuickPick<(typeof items)[number]>();
  pick.title = title;
  pick.placeholder = uiText(
    'Select when lookups may be sent. Internal, reserved, and ignored indicators are never sent.',
  );
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  pick.items = items;
  pick.activeItems = items.filter(({ mode }) => mode === now);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.mode);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
