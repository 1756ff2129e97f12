import { icon, type TextArgument, uiPlural, uiText } from '../../shared/ui/text';
import type { LinkError } from '../subject/recordLink';
import type { TypedError } from '../subject/typedSubject';

/** The question “Open Record” and the list of recent records. */
export const openStrings = {
  withIcon: (name: string, label: TextArgument) => uiText('{0} {1}', icon(name), label),

  notFound: {
    threat: (name: string) => uiText('$(circle-slash) No threat named “{0}” found', name),
    feed: (name: string) => uiText('$(circle-slash) No feed named “{0}” found', name),
  },

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
};

/** Exporting a record. */
export const exportStrings = {
  title: (record: string) => uiText('Export {0}', record),

  confirmMarked: (markings: string) => uiText('Export a record marked {0}?', markings),

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

  nothingToExport: (record: string) => uiText('No local data to export for {0}.', record),
  nothingExported: (why: string) => uiText('Nothing was exported. {0}', why),
};

/** Results of commands, and dialogs of a panel. */
export const commandStrings = {
  copiedValue: (title: string) => uiText('Copied: {0}', title),
  copiedDefanged: (title: string) => uiText('Copied defanged: {0}', title),
  copiedJson: (title: string) => uiText('Copied as JSON: {0}', title),

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
