import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { useWindow } from '../window';

const value = 'lookups-test-5.com';
const target = { type: 'domain', value } as const;

describe('A note', () => {
  const window = useWindow();
  let log: TextDocument;

  before(async () => {
    log = await window.document('proxy.log', `lookup of ${value}\n`);
  });

  it('is edited by a command and shown in the hover, as plain text', async () => {
    window().begin('threatLookups.editNote', target);
    await window().answer(
      /Note for lookups-test-5\[\.\]com/,
      'Seen by [me](command:x) <b>twice</b> \\n on lookups-test-9.com',
    );
    await window().messages.message(/Saved the note for 1 indicator/);
    const shown = await window().hover(log, value, /Note/);
    assert.match(shown, /Seen by \[me\]\(command:x\) <b>twice<\/b> on lookups-test-9\[\.\]com/);
  });

  it('has tags, which another window keeps when it edits the note', async () => {
    window().begin('threatLookups.editTags', target);
    const tags = await window().prompt(/Tags for/);
    await tags.type('phishing');
    await tags.accept();
    await window().messages.message(/Saved the tags for 1 indicator/);
    const other = window.openAnother();
    other.begin('threatLookups.editNote', target);
    const note = await other.prompt(/Note for/);
    assert.match(note.value, /<b>twice<\/b> \\n on lookups-test-9\.com/);
    assert.match(await other.hover(log, value, /Tags/), /phishing/);
    await note.type('changed there \\n by lookups-test-9.com');
    await note.accept();
    await other.messages.message(/Saved the note/);
    const shown = await window().hover(log, value, /changed there/);
    assert.match(shown, /Tags.*phishing/);
  });

  it('is shown in the record, whose buttons edit it', async () => {
    await window().run('threatLookups.openRecord', target);
    await window().panels.received(
      panelTypes.record,
      /Note: changed there\\nby lookups-test-9\[\.\]com\\nTags: phishing/,
    );
    window().panels.send(panelTypes.record, { kind: 'act', action: 'editNote' });
    await window().answer(/Note for/, '');
    await window().messages.message(/Removed the note/);
    await window().panels.received(panelTypes.record, /"text":"Tags: phishing"/);
    assert.doesNotMatch(await window().hover(log, value, /Tags/), /Note/);
  });
});
