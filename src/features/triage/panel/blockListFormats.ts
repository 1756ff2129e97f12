import { type BlockForm, blockForms } from '../../../core/export/blocking';
import { blockFileOf, blockSelection, type BlockSelection, leftOutParts } from '../../../core/triage/blocking';
import type { Triaged } from '../../../core/triage/assess';
import { type RiskLevel, riskLevels, riskRank } from '../../../core/records/risk';
import type { OtherFormat } from '../../shared/ids/commands';
import { riskView } from '../../shared/format/riskView';
import { foreign, showQuickPick, type UiText } from '../../shared/ui';
import { strings } from '../strings';
import type { TriageParts } from '../triageParts';

/** From the highest risk on. */
const levels = riskLevels.filter((level) => riskRank(level) > riskRank('none')).toReversed();

const files: Readonly<Record<BlockForm, Pick<OtherFormat, 'extension' | 'language'>>> = {
  plain: { extension: 'txt', language: 'plaintext' },
  hosts: { extension: 'hosts', language: 'plaintext' },
  rpz: { extension: 'rpz', language: 'plaintext' },
  suricata: { extension: 'rules', language: 'plaintext' },
  sigma: { extension: 'sigma.yml', language: 'yaml' },
};

/**
 * The formats of block lists and detection rules for rows. Each asks for the lowest risk. `report` receives what to show
 * after the export.
 */
export function blockListFormats(
  rows: readonly Triaged[],
  { notices }: Pick<TriageParts, 'notices'>,
  report: (message: UiText | undefined) => void,
): readonly OtherFormat[] {
  return blockForms.map((form) => ({
    ...{ label: strings.blockForm(form), detail: strings.blockFormDetail(form), ...files[form] },
    text: async () => {
      const chosen = await chooseRisk(rows);
      if (chosen === undefined) return undefined;
      const { lowest, selection } = chosen;
      const { text, written, notExpressible } = blockFileOf(form, selection, { lowest, created: Date.now() });
      const leftOut = leftOutParts(selection.leftOut, notExpressible);
      if (written === 0) {
        notices.inform(leftOut.length === 0 ? strings.nothingToBlock() : strings.nothingToBlockBut(leftOut));
        return undefined;
      }
      report(leftOut.length === 0 ? undefined : strings.leftOutOfBlockList(leftOut));
      return text;
    },
  }));
}

interface ChosenRisk {
  readonly lowest: RiskLevel;
  readonly selection: BlockSelection;
}

/** Asks for the lowest risk to block; only levels that add something are listed. Undefined if the user cancels. */
async function chooseRisk(rows: readonly Triaged[]): Promise<ChosenRisk | undefined> {
  const all = levels.map((lowest): ChosenRisk => ({ lowest, selection: blockSelection(rows, lowest) }));
  const items = all
    .filter(({ selection }, at) => selection.entries.length > (all[at - 1]?.selection.entries.length ?? 0))
    .map((chosen) => ({
      label: foreign(strings.riskOrHigher(riskView(chosen.lowest).label, chosen.lowest === 'critical')),
      description: strings.blockCount(chosen.selection.entries.length),
      chosen,
    }));
  // Nothing can be blocked: the export says why.
  if (items.length === 0) return all.at(-1);
  const options = { title: strings.exportTriage(), placeHolder: strings.selectRisk(), ignoreFocusOut: true };
  return (await showQuickPick(items, options))?.chosen;
}
