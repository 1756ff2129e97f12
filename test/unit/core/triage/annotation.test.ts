import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Triaged } from '../../../../src/core/triage/assess';
import { annotated, readEntry } from '../../../../src/core/triage/triageEntry';
import {
  cleanNote,
  cleanTags,
  lineBreak,
  lineOfNote,
  maxNoteLength,
  maxTagLength,
  maxTags,
  noteOfLine,
} from '../../../../src/core/records/annotation';
import { exportCsv, exportJson, exportStix } from '../../../../src/core/export/records';
import { exportedJudgment, judgmentCell } from '../../../../src/core/export/exportedJudgment';
import { byAuthor, type TeamJudgment } from '../../../../src/core/records/judgment';
import { judgmentText } from '../../../../src/core/records/labels/judgmentLabels';
import { emptyRecord } from '../../../../src/core/records/record';
import type { TriageEntry } from '../../../../src/core/triage/triageEntry';
import { triageCsv, triageMarkdown, triageObject } from '../../../../src/core/triage/triageExport';
import { triageStix } from '../../../../src/core/triage/triageStix';
import { triageTicket } from '../../../../src/core/triage/triageTicket';
import { plain } from '../../../harness/plain';

const indicator = { type: 'domain', value: 'a.example' } as const;
const from = { kind: 'record' } as const;
const stored: TriageEntry = { indicator, state: 'done', at: 1, from, note: 'seen', tags: ['Phishing'] };

describe('A note and tags', () => {
  it('have a maximum length and number, and tags are each there once in any case', () => {
    assert.equal(cleanNote('  \r\n '), undefined);
    assert.equal(cleanNote(' a\r\nb '), 'a\nb');
    assert.equal(cleanNote('x'.repeat(maxNoteLength + 5))?.length, maxNoteLength);
    assert.deepEqual(cleanTags([' Q3  report ', 'phishing', 'PHISHING', '', 'a,b', 'x'.repeat(maxTagLength + 1)]), [
      'Q3 report',
      'phishing',
    ]);
    const many = Array.from({ length: maxTags + 3 }, (_, index) => `t${index}`);
    assert.equal(cleanTags(many)?.length, maxTags);
    assert.equal(cleanTags([]), undefined);
  });

  it('keep the line breaks of a note in an input of one line', () => {
    assert.equal(noteOfLine('C:\\new \\n \\n b\\n'), 'C:\\new\n\nb\\n');
    assert.equal(noteOfLine('\\n'), '\n');
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\\', 'n') });
    fc.assert(
      fc.property(text, (note) => {
        fc.pre(!note.includes(lineBreak));
        assert.equal(noteOfLine(lineOfNote(note)), note);
      }),
    );
  });

  it('change apart from each other and from the state, and add indicators for review', () => {
    const at = 9;
    assert.deepEqual(annotated(stored, { indicator, from, at, tags: ['c2'] }), { ...stored, tags: ['c2'] });
    const bare = { indicator, state: 'done', at: 1, from };
    assert.deepEqual(plain(annotated(stored, { indicator, from, at, note: ' ', tags: [] })), bare);
    assert.deepEqual(plain(annotated(undefined, { indicator, from, at, note: 'new' })), {
      indicator,
      state: 'review',
      at,
      from,
      note: 'new',
    });
  });

  it('are read from stored entries without what is damaged', () => {
    const { at, ...entry } = stored;
    const read = (change: object): TriageEntry | undefined => readEntry(JSON.stringify({ ...entry, ...change }), at);
    assert.deepEqual(read({}), stored);
    const { note, ...withoutNote } = stored;
    assert.ok(note);
    assert.deepEqual(plain(read({ note: 7 })), withoutNote);
    assert.deepEqual(read({ tags: [null, 'ok', {}] }), { ...stored, tags: ['ok'] });
    for (const broken of [{ state: 'lost' }, { indicator: null }, { from: { kind: 'file', uri: 1 } }])
      assert.equal(read(broken), undefined);
    for (const json of ['', '{', 'null', '[]', '"x"']) assert.equal(readEntry(json, at), undefined);
  });

  it('are within their limits whatever is stored', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (note, tags) => {
        const entry = readEntry(JSON.stringify({ indicator, state: 'review', from, note, tags }), 1);
        assert.ok(entry);
        assert.ok((entry.note?.length ?? 1) <= maxNoteLength && entry.note !== '');
        assert.ok((entry.tags ?? []).every((tag) => tag !== '' && tag.length <= maxTagLength && !tag.includes(',')));
      }),
    );
  });
});

describe('Exports of notes and tags', () => {
  const row: Triaged = {
    indicator,
    reserved: false,
    lines: 1,
    files: 1,
    locations: [],
    status: 'notLookedUp',
    known: [],
  };
  const other: Triaged = { ...row, indicator: { type: 'domain', value: 'b.example' } };
  const note = '=cmd\n| [x](http://evil.example) \u202e';
  const formatters = {
    defang: (text: string) => text.replaceAll('.', '[.]'),
    defangText: (text: string) => text.replaceAll('evil.example', 'evil[.]example'),
    fileOf: () => 'a.log',
    annotationOf: ({ indicator: { value } }: Triaged) =>
      value === 'a.example' ? { note, tags: ['c2', 'Q3'] } : undefined,
  };

  it('are whole in JSON, and escaped for their format in CSV and Markdown', () => {
    const { note: exported, tags } = triageObject(row, formatters);
    assert.deepEqual([exported, tags], [note, ['c2', 'Q3']]);
    assert.ok(!('note' in triageObject(other, formatters)));
    const csv = triageCsv([row, other], formatters).split('\n');
    assert.match(csv[0] ?? '', /,source_credit,note,tags,team$/);
    assert.match(csv[1] ?? '', /,'=cmd \| \[x\]\(http:\/\/evil\.example\) \[U\+202E\],"c2, Q3",$/);
    assert.match(csv[2] ?? '', /,,,$/);
    const cells = '| `=cmd \\| [x](http://evil[.]example) [U+202E]` | `c2, Q3` |';
    for (const text of [triageMarkdown('x', [row, other], formatters, 0), triageTicket('x', [row], formatters, 0)]) {
      assert.ok(text.includes('| Note | Tags |'), text);
      assert.ok(text.includes(cells), text);
    }
    assert.doesNotMatch(triageMarkdown('x', [other], formatters, 0), /Note|Tags/);
  });

  it('are notes about the objects of their rows in STIX', () => {
    const text = triageStix([row, other], 1_000, 'stix', formatters);
    const { objects } = JSON.parse(text) as { objects: Record<string, unknown>[] };
    const notes = objects.filter(({ type }) => type === 'note');
    assert.equal(notes.length, 1);
    assert.deepEqual([notes[0]?.['content'], notes[0]?.['labels']], [note, ['c2', 'Q3']]);
    const about = objects.find(({ id }) => String(notes[0]?.['object_refs']) === id);
    assert.equal(about?.['type'], 'observed-data');
  });
});

describe('Exports of what a team says', () => {
  const at = Date.UTC(2026, 10, 28, 10);
  const judgment: TeamJudgment = {
    version: 3,
    by: 'Ana | \u202e',
    at,
    risk: 'high',
    reason: '=cmd [x](http://evil.example)',
    retired: true,
    note: 'Line 1\nLine 2',
    tags: ['c2', 'q3'],
  };
  const record = { ...emptyRecord(indicator.value, 'domain'), risk: 'high', judgment } as const;
  const source = { kind: 'service', name: 'intel.example', address: 'https://intel.example' } as const;
  const row: Triaged = {
    indicator,
    reserved: false,
    lines: 1,
    files: 1,
    locations: [],
    status: 'found',
    known: [{ kind: 'known', source, asOf: at, record, detail: 'full' }],
  };
  const other: Triaged = { ...row, known: [] };
  const formatters = {
    defang: (text: string) => text.replaceAll('.', '[.]'),
    defangText: (text: string) => text.replaceAll('evil.example', 'evil[.]example'),
    fileOf: () => 'a.log',
  };
  const cell =
    'high: =cmd [x](http://evil.example); retired; note: Line 1 Line 2; tags: c2, q3; by Ana | [U+202E], 2026-11-28 10:00:00';
  const said = {
    risk: 'high',
    reason: '=cmd [x](http://evil.example)',
    retired: true,
    note: 'Line 1\nLine 2',
    tags: ['c2', 'q3'],
    by: 'Ana | \u202e',
    at: '2026-11-28 10:00:00',
  };

  it('have who said it, and when, beside what the user wrote', () => {
    assert.deepEqual(plain(triageObject(row, formatters).team), said);
    assert.equal(triageObject(other, formatters).team, undefined);
    const [head = '', first = '', second = ''] = triageCsv([row, other], formatters).split('\n');
    assert.match(head, /,tags,team$/);
    assert.ok(first.endsWith(`,,,"${cell}"`), first);
    assert.match(second, /,,,$/);
    for (const text of [triageMarkdown('x', [row, other], formatters, 0), triageTicket('x', [row], formatters, 0)]) {
      assert.match(text, /\| Team \|/);
      assert.match(text, /High risk · =cmd \[x\]\(http:\/\/evil\[\.\]example\) · retired · Note: Line 1/);
      assert.match(text, /by Ana \\\| \[U\+202E\], 2026-11-28 10:00:00 UTC` \|$/m);
    }
    assert.doesNotMatch(triageMarkdown('x', [other], formatters, 0), /Team/);
  });

  it('name who said each part', () => {
    const ben = { by: 'Ben', at: Date.UTC(2026, 10, 27, 9) };
    const said: TeamJudgment = {
      version: 4,
      by: 'Ana',
      at,
      risk: 'high',
      reason: 'C2',
      note: 'Call me',
      authors: { note: ben },
    };
    assert.deepEqual(byAuthor(said), [
      { by: 'Ana', at, risk: 'high', reason: 'C2' },
      { ...ben, note: 'Call me' },
    ]);
    assert.deepEqual(byAuthor({ version: 5, by: 'Ana', at }), [{ by: 'Ana', at }]);
    assert.equal(
      judgmentText(said),
      'High risk · C2 · by Ana, 2026-11-28 10:00:00 UTC · Note: Call me · by Ben, 2026-11-27 09:00:00 UTC',
    );
    assert.equal(
      judgmentCell(said),
      'high: C2; by Ana, 2026-11-28 10:00:00; note: Call me; by Ben, 2026-11-27 09:00:00',
    );
    const { authors, by } = exportedJudgment(said);
    assert.deepEqual([authors, by], [{ note: { by: 'Ben', at: '2026-11-27 09:00:00' } }, 'Ana']);
  });

  it('are notes by their author in STIX', () => {
    const notesIn = (text: string): readonly object[] =>
      (JSON.parse(text) as { objects: { type: string }[] }).objects.filter(({ type }) => type === 'note');
    const about = { ...formatters, annotationOf: () => ({ note: 'mine' }) };
    for (const text of [triageStix([row], 1_000, 'stix', about), exportStix(record, 1_000, { note: 'mine' })]) {
      const [own, ofTeam] = notesIn(text) as readonly Record<string, unknown>[];
      assert.equal(own?.['content'], 'mine');
      assert.ok(ofTeam);
      const { content, labels, authors, created, id } = ofTeam;
      assert.match(String(content), /^Set by Ana \| .* for the team, 2026-11-28: =cmd .*\nRetired\nLine 1\nLine 2$/);
      assert.deepEqual([labels, authors, created], [['c2', 'q3'], [judgment.by], '2026-11-28T10:00:00.000Z']);
      assert.notEqual(id, own['id']);
    }
    assert.deepEqual(notesIn(triageStix([other], 1_000, 'stix')), []);
  });

  it('are in those of records', () => {
    const csv = exportCsv(record, () => undefined);
    assert.match(csv.split('\n')[0] ?? '', /,team$/);
    assert.match(csv, /"high: =cmd [^]* by Ana \| \[U\+202E\], 2026-11-28 10:00:00"$/m);
    const json = JSON.parse(exportJson({ kind: 'indicator', source, asOf: at, record })) as {
      record: { judgment: object };
    };
    assert.deepEqual(json.record.judgment, { ...said, version: 3, at: '2026-11-28T10:00:00.000Z' });
  });
});
