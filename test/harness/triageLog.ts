/** A log with duplicates, an address and a name of internal networks, and a name that tests ignore. */
export const triageLog = [
  'GET http://lookups-test-1.com/a 200',
  'GET http://lookups-test-1.com/a 200',
  'resolved login-update.example to 10.0.0.7',
  'seen lookups-test-2.com, lookups-test-3.com and lookups-test-2.com',
  'ask intranet.corp.test and ignored-test-9.com',
  '',
].join('\n');
