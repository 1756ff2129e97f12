import type { RequestError } from '../../core/api/requestError';
import { formatList, formatTimeAhead } from '../../l10n';
import { uiPlural, uiText, type Icon, type UiText } from '../shared/ui/text';

/** All text of the feature, in the order in which a user meets it. `host` is a service as it is named within a sentence. */
export const strings = {
  // Which indicators, and how
  scanIndicator: () => uiText('Scan Indicator'),
  noService: () => uiText('No connected service can run scans.'),
  connect: () => uiText('Connect…'),
  changeMode: () => uiText('Change…'),
  invalidResolver: (resolver: string, setting: string) =>
    uiText(
      "“{0}” isn't a name server, so scans can't look anything up. Set {1} to an IP address or a host name, optionally with a port, or leave it empty.",
      resolver,
      setting,
    ),
  changeSetting: () => uiText('Change Setting'),
  nothingAllowed: (count: number, blocked: string) =>
    uiText('None of the {0} indicators can be sent ({1}).', count, blocked),
  editIgnoreList: () => uiText('Edit Ignore List'),
  blockedCounts: (reserved: number, ignored: number): string =>
    formatList([
      ...(reserved > 0 ? [uiText('{0} reserved', reserved)] : []),
      ...(ignored > 0 ? [uiText('{0} ignored', ignored)] : []),
    ]),
  pickTargetsTitle: (count: number, host: string) =>
    uiPlural(count, { one: 'Scan {0} Indicator on {1}', other: 'Scan {0} Indicators on {1}' }, host),
  pickTargets: () => uiText('Select the indicators to scan'),
  firstOf: (shown: number, total: number) => uiText('Only the first {0} of {1} are listed.', shown, total),
  partOf: (value: string) => uiText('From {0}', value),
  ipAddress: () => uiText('IP address'),
  neverSent: () => uiText('Skipped: never sent'),

  // How far a scan goes
  scanTitle: (value: string, host: string) => uiText('Scan {0} on {1}', value, host),
  skipped: (counts: string) => uiText('Skipped: {0}.', counts),
  selectScanType: () => uiText('Select a scan type'),
  passiveScan: () => uiText('Passive Scan'),
  passiveOnService: (host: string) => uiText("{0} queries WHOIS and DNS. It doesn't connect to the host.", host),
  passiveLocal: () => uiText("This machine queries WHOIS and DNS. It doesn't connect to the host."),
  passiveStoredOnly: () => uiText('Scores the indicator from data on this machine. Nothing is sent.'),
  activeScan: () => uiText('Active Scan…'),
  activeOnService: (host: string) =>
    uiText("{0} also connects to the host (ports, web page). The host's owner can see that.", host),
  activeLocal: () =>
    uiText("This machine also connects to the host (ports, web page). The host's owner can see your IP address."),
  options: () => uiText('Options'),
  storeResult: (checkbox: Icon) => uiText('{0} Make the scan visible to others', checkbox),
  storeOnService: (host: string) => uiText('Other users of {0} can find it.', host),
  storeLocally: () => uiText('Stored on this machine. Queries and programs that use the local service can find it.'),
  sendWholeUrl: (checkbox: Icon) => uiText('{0} Send the full URL', checkbox),
  wholeUrls: (count: number) =>
    uiPlural(count, { one: '{0} URL with path and query', other: '{0} URLs with path and query' }),
  on: () => uiText('on'),
  off: () => uiText('off'),
  changeEnrichment: () => uiText('$(settings-gear) Change Enrichment Setting…'),
  enrichmentOffline: () => uiText('Offline mode is on: scans query no external sources.'),
  enrichmentDetail: () => uiText('Controls which external sources scans may query.'),
  confirmActive: (value: string) => uiText('Run an active scan of {0}?', value),
  confirmActiveMany: (count: number) =>
    uiPlural(count, { one: 'Run an active scan of {0} indicator?', other: 'Run active scans of {0} indicators?' }),
  activeConnects: (host: string) => uiText("{0} connects to the host. The host's owner can see that.", host),
  activeConnectsMany: (host: string) => uiText('{0} connects to these hosts. Their owners can see that.', host),
  activeConnectsLocal: () => uiText("This machine connects to the host. The host's owner can see your IP address."),
  activeConnectsLocalMany: () => uiText('This machine connects to these hosts. Their owners can see your IP address.'),
  andMore: (count: number) => uiText('and {0} more', count),
  scan: () => uiText('Scan'),
  scanWithoutAsking: () => uiText("Scan and Don't Ask Again This Session"),

  // Progress and results
  scanning: (value: string) => uiText('Scanning {0}', value),
  scanningMany: (count: number) => uiPlural(count, { one: 'Scanning {0} indicator', other: 'Scanning {0} indicators' }),
  batchProgress: (ended: number, total: number) => uiText('{0} of {1}', ended, total),
  batchProgressFailed: (ended: number, total: number, failed: number) =>
    uiText('{0} of {1}, {2} failed', ended, total, failed),
  result: (value: string, result: string) => uiText('{0}: {1}', value, result),
  resultOf: (value: string, result: string) => uiText('Scan of {0}: {1}', value, result),
  openRecord: () => uiText('Open Record'),
  showScans: () => uiText('Show Scans'),
  repeat: () => uiText('Repeat'),
  repeatFailed: () => uiText('Repeat Failed'),
  resumeTracking: () => uiText('Resume Tracking'),
  doneOf: (done: number, total: number) =>
    uiPlural(total, { one: '{1} of {0} scan finished.', other: '{1} of {0} scans finished.' }, done),
  failed: (count: number) => uiText('{0} failed.', count),
  unclear: (count: number) => uiText('{0} may not have been submitted.', count),
  continueUntracked: (count: number, host: string) =>
    uiPlural(
      count,
      {
        one: '{0} continues on {1}, but is no longer tracked.',
        other: '{0} continue on {1}, but are no longer tracked.',
      },
      host,
    ),
  notSent: (count: number) => uiPlural(count, { one: "{0} wasn't sent.", other: "{0} weren't sent." }),
  nothingToRepeat: () => uiText('There is no scan to repeat.'),
  nothingToCancel: () => uiText('No scan is running.'),
  canceledUnsent: () => uiText('Canceled before anything was sent.'),
  stoppedTracking: (host: string) => uiText('Stopped tracking. {0} continues to process submitted scans.', host),

  // The view “Scans”: a line, and its tooltip
  running: (count: number) => uiPlural(count, { one: '{0} scan running', other: '{0} scans running' }),
  passive: () => uiText('passive'),
  active: () => uiText('active'),
  spokenPassive: (value: string, state: string) => uiText('{0}, {1}, passive scan', value, state),
  spokenActive: (value: string, state: string) => uiText('{0}, {1}, active scan', value, state),
  showResult: () => uiText('Show Scan Result'),
  requestedPassive: (host: string, date: string, utc: string) =>
    uiText('Passive scan on {0}, requested on {1} ({2})', host, date, utc),
  requestedActive: (host: string, date: string, utc: string) =>
    uiText('Active scan on {0}, requested on {1} ({2})', host, date, utc),
  sent: (value: string) => uiText('Sent: {0}', value),
  stored: () => uiText('Visible to others'),
  queueId: (id: number) => uiText('Queue ID {0}', String(id)),

  // States, in a few words
  unknownRisk: () => uiText('not known'),
  riskUnchanged: (risk: string) => uiText('{0} (unchanged)', risk),
  riskChanged: (now: string, before: string) => uiText('{0} (previously: {1})', now, before),
  stateWaiting: () => uiText('waiting to be sent'),
  stateSubmitting: () => uiText('submitting'),
  stateQueued: () => uiText('queued'),
  stateRunning: () => uiText('running'),
  stateRunningStage: (stage: string) => uiText('running: {0}', stage),
  stateRunningFor: (duration: string) => uiText('running for {0}', duration),
  stateRunningStageFor: (duration: string, stage: string) => uiText('running for {0}: {1}', duration, stage),
  stateLost: () => uiText('no longer available'),
  stateLostBecause: (message: string) => uiText('no longer available: {0}', message),
  stateNotFound: () => uiText('not found'),
  stateNotFoundBecause: (message: string) => uiText('not found: {0}', message),
  stateNoRecord: () => uiText('finished without a record'),
  stateFailed: () => uiText('failed'),
  stateFailedBecause: (reason: string) => uiText('failed: {0}', reason),
  stateUnclear: () => uiText('submission not confirmed'),
  stateUnclearBecause: (reason: string) => uiText('submission not confirmed: {0}', reason),
  stateBlocked: () => uiText('not sent'),
  stateUntracked: () => uiText('no longer tracked'),
  stateCanceled: () => uiText('canceled'),
  stateExpired: () => uiText('not finished within a day'),

  // What went wrong, in a few words
  rateLimited: (retryAt: number, now: number): UiText =>
    retryAt > now
      ? uiText('rate limit reached, retrying {0}', formatTimeAhead(retryAt, now))
      : uiText('rate limit reached, retrying now'),
  quotedWithStatus: (message: string, status: number) => uiText('{0} (HTTP {1})', message, String(status)),

  // States, as sentences
  notSentYet: () => uiText('Not sent yet.'),
  notSentYetRateLimited: (retryAt: number, now: number) =>
    uiText('Not sent yet: rate limit reached. Sending {0}.', formatTimeAhead(retryAt, now)),
  submitting: (host: string) => uiText('Submitting to {0}.', host),
  queued: (host: string) => uiText('Queued on {0}.', host),
  processing: (host: string) => uiText('{0} is processing the scan.', host),
  processingStage: (host: string, stage: string) => uiText('{0} is processing the scan: {1}.', host, stage),
  lost: (host: string) => uiText('{0} no longer has this scan. Scan the indicator again.', host),
  foundNothing: (host: string) => uiText('{0} found nothing.', host),
  noRecord: (host: string) => uiText('{0} finished the scan but returned no record. Scan the indicator again.', host),
  submissionRejected: () => uiText('Submission rejected.'),
  failedOn: (host: string) => uiText('The scan failed on {0}.', host),
  maybeSubmitted: (host: string) =>
    uiText("The scan may have been submitted to {0}. It won't be sent again automatically.", host),
  untracked: (host: string) => uiText('No longer tracked. {0} continues to process it.', host),
  canceledBeforeSent: () => uiText('Canceled before it was sent.'),
  expired: (host: string) => uiText("{0} didn't finish the scan within a day. It is no longer tracked.", host),
  retrying: (retryAt: number, now: number): UiText =>
    retryAt > now
      ? uiText('Rate limit reached. Retrying {0}.', formatTimeAhead(retryAt, now))
      : uiText('Rate limit reached. Retrying now.'),
  nextScan: (host: string, retryAt: number, now: number) =>
    uiText('Rate limit of {0} reached. The next scan is sent {1}.', host, formatTimeAhead(retryAt, now)),
  offline: () => uiText('Offline mode is on. Nothing was sent.'),
  mayNameInternalHost: () => uiText('May contain an internal host: never sent.'),
  ignored: () => uiText('On the ignore list: never sent.'),
  ignoredBy: (pattern: string) => uiText('Ignored by “{0}”: never sent.', pattern),

  // The user's own risk and state
  setRisk: () => uiText('Set Risk'),
  setRiskOf: (value: string) => uiText('Set Risk of {0}', value),
  setRiskHint: () => uiText('Overrides all sources, on this machine only.'),
  riskItem: (icon: Icon, risk: string) => uiText('{0} {1}', icon, risk),
  resetRisk: () => uiText('$(discard) Remove Custom Risk'),
  resetRiskHint: () => uiText('the risk from the sources applies again'),
  riskSet: (value: string, risk: string) => uiText('{0}: {1}, set by you.', value, risk),
  riskReset: (value: string, risk: string) => uiText('{0}: the custom risk was removed. Now: {1}.', value, risk),
  riskResetUnknown: (value: string) => uiText('{0}: the custom risk was removed. No information is left.', value),
  activeAgain: () => uiText('The indicator is active again.'),
  markAsRetired: () => uiText('Mark Indicator as Retired'),
  reactivate: () => uiText('Reactivate Indicator'),
  retired: (value: string) => uiText('{0} is marked as retired.', value),
  reactivated: (value: string) => uiText('{0} is active again.', value),
  cannotRetire: (value: string) =>
    uiText("{0} isn't in your local store, so it can't be retired here. Set a risk to override the service.", value),
  notInStore: (value: string) => uiText("{0} isn't in your local store.", value),
  setRiskButton: () => uiText('Set Risk…'),
};

/** A service's error in a few words. */
export function errorLabel(error: RequestError, now: number): UiText {
  switch (error.kind) {
    case 'badBaseUrl':
      return uiText('invalid base URL');
    case 'nameNotFound':
      return uiText('host not found');
    case 'connectionRefused':
      return uiText('connection refused');
    case 'unreachable':
      return uiText('unreachable');
    case 'certificate':
      return uiText('certificate not trusted');
    case 'timeout':
      return uiText('timed out');
    case 'canceled':
      return uiText('canceled');
    case 'tooLarge':
      return uiText('response too large');
    case 'partial':
      return uiText('incomplete response');
    case 'redirectRefused':
      return uiText('redirect not followed');
    case 'notJson':
    case 'badShape':
      return uiText('invalid response');
    case 'badRequest':
      return uiText('request rejected (HTTP {0})', String(error.status));
    case 'keyRejected':
      if (error.status === 403) return uiText('not allowed (HTTP 403)');
      return error.hadKey ? uiText('API key rejected (HTTP 401)') : uiText('API key required (HTTP 401)');
    case 'notFound':
      return uiText('no lookup API found (HTTP 404)');
    case 'rateLimited':
      return strings.rateLimited(error.retryAt, now);
    case 'serverError':
      return uiText('server error (HTTP {0})', String(error.status));
  }
}
