import { formatAge, t } from '../../../l10n';
import { icon, type TextArgument, uiPlural, uiText } from '../../shared/ui/text';
import type { LinkError } from '../subject/recordLink';
import type { TypedError } from '../subject/typedSubject';

/** The question “Open Record” and the list of recent records. */
export const openStrings = {
  title: () => uiText('Open Record'),
  placeholder: () => uiText('Enter an indicator, the name of a threat or feed, or an ID such as tid 12'),
  recentTitle: () => uiText('Recent Records'),
  recentPlaceholder: () => uiText('Select a record to reopen'),
  clearRecent: () => uiText('Clear Recent Records'),
  withIcon: (name: string, label: TextArgument) => uiText('{0} {1}', icon(name), label),
  opened: (at: number, now: number) => uiText('opened {0}', formatAge(at, now)),
  storeUnreadable: () => uiText("$(warning) The local store can't be read"),
  pressEnterToUpdate: () => uiText('recent records and names unavailable; press Enter to update'),
  pressEnterForDetails: () => uiText('recent records and names unavailable; press Enter to show the output'),
  notFound: {
    threat: (name: string) => uiText('$(circle-slash) No threat named “{0}” found', name),
    feed: (name: string) => uiText('$(circle-slash) No feed named “{0}” found', name),
    id: (title: string) => uiText('$(circle-slash) {0} not found', title),
  },
  noServiceQueried: () => uiText('no service was queried'),
  similarNames: () => uiText('Similar names'),
  indicator: (title: string) => uiText('$(shield) {0}', title),
  indicatorById: (iid: number) => uiText('$(shield) Indicator {0}', String(iid)),
  indicatorOnHost: (iid: number, host: string) => uiText('$(shield) Indicator {0} on {1}', String(iid), host),
  ofLocalService: () => uiText('of the local service'),
  sendsId: (host: string) => uiText('sends the ID to {0}', host),
  threatNamed: (name: string) => uiText('$(bug) Threat “{0}”', name),
  feedNamed: (name: string) => uiText('$(rss) Feed “{0}”', name),
  byNumberOrName: () => uiText('by ID or name; nothing is sent without asking'),
  kinds: { threat: () => uiText('threat'), feed: () => uiText('feed') },
  typedError: (error: TypedError) => {
    switch (error.kind) {
      case 'tooLong':
        return uiText('$(circle-slash) The text is too long for an indicator or a name.');
      case 'invalidNumber':
        return uiText('$(circle-slash) An ID is a positive whole number.');
      case 'invalidName':
        return error.group === 'threat'
          ? uiText("$(circle-slash) This isn't a valid threat name.")
          : uiText("$(circle-slash) This isn't a valid feed name.");
      case 'notRecognized':
        return uiText("$(circle-slash) This isn't an indicator or a name.");
    }
  },
  querying: (host: string, iid: number) => uiText('Querying {0} for indicator {1}…', host, String(iid)),
  indicatorNotFound: (iid: number, host: string) => uiText("Indicator {0} wasn't found on {1}.", String(iid), host),
};

/** Exporting a record. */
export const exportStrings = {
  title: (record: string) => uiText('Export {0}', record),
  selectFormat: () => uiText('Select a format'),
  blocking: () => uiText('Blocking and Detection'),
  selectTarget: () => uiText('Select a destination'),
  selectSource: () => uiText('Select a source'),
  toClipboard: () => uiText('$(clippy) Copy to Clipboard'),
  toDocument: () => uiText('$(new-file) Open in New Document'),
  toFile: () => uiText('$(save) Save to File…'),
  export: () => uiText('Export'),
  confirmMarked: (markings: string) => uiText('Export a record marked {0}?', markings),
  confirmMarkedDetail: () => uiText("Its source doesn't allow sharing it outside your organization."),
  markdown: () => uiText('Markdown'),
  markdownAbout: () => uiText('for a ticket, defanged'),
  json: () => uiText('JSON'),
  jsonAbout: () => uiText('everything, original values'),
  stix: () => uiText('STIX 2.1'),
  stixIndicatorAbout: () => uiText('a bundle with identity, extension definition, and indicator'),
  stixThreatAbout: () => uiText('a bundle with the threat'),
  stixFeedAbout: () => uiText('a bundle with the feed'),
  stixThreatWithLinks: (count: number) =>
    uiPlural(count, {
      one: 'a bundle with the threat and {0} indicator',
      other: 'a bundle with the threat and {0} indicators',
    }),
  stixFeedWithLinks: (count: number) =>
    uiPlural(count, {
      one: 'a bundle with the feed and {0} indicator',
      other: 'a bundle with the feed and {0} indicators',
    }),
  csv: () => uiText('CSV'),
  csvIndicatorAbout: () => uiText('one row with the Explore columns'),
  csvLinksAbout: (count: number) =>
    uiPlural(count, {
      one: '{0} row with the Explore columns',
      other: '{0} rows with the Explore columns',
    }),
  loadedOf: (count: number, total: number) => uiText('{0} of {1} indicators are loaded', count, total),
  copiedAs: (format: TextArgument, record: string) => uiText('Copied as {0}: {1}', format, record),
  saveAs: (format: TextArgument) => uiText('Save as {0}', format),
  savedAs: (format: TextArgument, file: string) => uiText('Saved as {0}: {1}', format, file),
  nothingToExport: (record: string) => uiText('No local data to export for {0}.', record),
  nothingExported: (why: string) => uiText('Nothing was exported. {0}', why),
};

/** Results of commands, and dialogs of a panel. */
export const commandStrings = {
  record: () => uiText('Record'),
  openToTheSideTitle: () => t('Open Record to the Side'),
  openReferenceTitle: () => t('Open Reference Page'),
  exportTitle: () => t('Export Record'),
  copiedValue: (title: string) => uiText('Copied: {0}', title),
  copiedDefanged: (title: string) => uiText('Copied defanged: {0}', title),
  copiedJson: (title: string) => uiText('Copied as JSON: {0}', title),
  copiedPart: (part: string, title: string) => uiText('Copied {0}: {1}', part, title),
  noRecord: () => uiText('No record exists for this item.'),
  noRecentRecords: () => uiText("You haven't opened any records yet."),
  recentCleared: () => uiText('Recent records were cleared.'),
  openGroupFirst: () => uiText('Open the record of a threat or feed first.'),
  openRecordFirst: () => uiText('Open a record first.'),
  noReferencePage: (title: string) => uiText('No source provides a web page for {0}.', title),
  noPreviousScans: () => uiText('No previous scans to compare.'),
  confirmCompare: (host: string, title: string) => uiText('Load previous scans of {1} from {0}?', host, title),
  loadButton: () => uiText('Load'),
  linkRejected: () => uiText("This link can't be opened."),
  linkError: (error: LinkError) => {
    switch (error.kind) {
      case 'unknownKind':
        return uiText("It isn't a link to an indicator, threat, or feed.");
      case 'extraParts':
        return uiText('Encode “?” and “#” in the name.');
      case 'empty':
        return uiText('It has no name.');
      case 'tooLong':
        return uiText('It is too long.');
      case 'invisible':
        return uiText('It contains invisible characters.');
      case 'notIndicator':
        return uiText("It isn't a domain, IP address, or URL.");
      case 'invalidName':
        return error.group === 'threat' ? uiText("The threat name isn't valid.") : uiText("The feed name isn't valid.");
    }
  },
  confirmScreenshot: (host: string) => uiText('Load the image from {0}?', host),
  confirmScreenshotDetail: (host: string, service: string | undefined) =>
    service === undefined
      ? uiText("{0} will see your IP address. Your API key isn't sent.", host)
      : uiText("The image isn't hosted by {1}. {0} will see your IP address. Your API key isn't sent.", host, service),
  load: () => uiText('Load'),
};
