import type { InputFailure } from '../../../core/records/problems/inputFailure';
import { formatInputFailure } from '../../../core/records/problems/inputFailure';
import { noClientField, getPattern } from '../../../core/triage/clients/clientField';
import { truncateText, visibleText } from '../../../core/text/visibleText';
import { untrusted, showQuickPick, type UiPickItem } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';
import type { SourceText } from '../files/triageSource';
import type { TriageParts } from '../triageParts';

interface Parts extends Pick<TriageParts, 'worker' | 'settings' | 'notices'> {
  readonly clientFieldOf: (file: SourceText['file']) => string | undefined;
}

const maxSample = 80;

/** Asks for the field with the client of a file's lines, and remembers it by file name. True if it has changed. */
export async function chooseClientField(texts: readonly SourceText[], parts: Parts): Promise<boolean> {
  const files = texts.map((text) => ({ label: untrusted(text.name), text }));
  const title = uiText('Select Client Field');
  const chosen =
    files.length > 1 ? await showQuickPick(files, { title, placeHolder: uiText('Select a file') }) : files[0];
  const file = chosen?.text.file;
  if (chosen === undefined || file === undefined) return false;
  const { clientFieldOf, settings, worker, notices } = parts;
  const before = clientFieldOf(file);
  const opened = await chosen.text.open();
  if ('failure' in opened || 'length' in opened.input) {
    notices.inform(cantRead('failure' in opened ? opened.failure : { kind: 'unreadable', detail: '' }));
    return false;
  }
  const fields = await worker.triageFields({ input: opened.input, clientField: before });
  const items: readonly (UiPickItem & { readonly field: string | undefined })[] = [
    ...fields.map(({ name, sample, isUsed }) => ({
      label: untrusted(visibleText(name)),
      description: isUsed ? uiText('in use') : undefined,
      detail: untrusted(truncateText(visibleText(sample), maxSample)),
      field: name,
    })),
    {
      label: uiText('No Client'),
      description: before === noClientField ? uiText('in use') : undefined,
      detail: uiText('Lines have no client'),
      field: noClientField,
    },
    {
      label: uiText('By Format'),
      description: before === undefined ? uiText('current') : undefined,
      detail: uiText('Detected from the file format'),
      field: undefined,
    },
  ];
  const pattern = getPattern(file.path);
  const named = pattern.slice(pattern.lastIndexOf('/') + 1);
  const picked = await showQuickPick(items, {
    title: uiText('Client Field for {0}', chosen.text.name),
    placeHolder: uiText(
      'Select the field that contains the client. Saved in your settings for files named {0}.',
      named,
    ),
  });
  if (picked === undefined || picked.field === before) return false;
  await settings.setClientField(pattern, picked.field);
  return true;
}

const cantRead = (failure: InputFailure) => uiText("The file couldn't be read: {0}", formatInputFailure(failure));
