import { certificate } from '../../../../harness/x509';

const day = 24 * 60 * 60 * 1000;
/** Whole seconds, as certificates have them. */
const now = Math.floor(Date.now() / 1000) * 1000;
const lasting = { from: new Date(now - day), until: new Date(now + 365 * 100 * day) };
const name = { commonName: 'lookups-test-1.com' };
const names = ['lookups-test-1.com'];

const signedBy = certificate({
  name: { organization: 'Lookups Test', commonName: 'Lookups Test Authority' },
  isAuthority: true,
  ...lasting,
});

/** The certificate of the authority that signs those below, as PEM. All are created by each run of the tests. */
export const authority = signedBy.cert;

/** Keys and certificates of servers. `good` is also for two names of `lookups-test-2.com` and for 127.0.0.1. */
export const certificates = {
  good: certificate({
    name: { organization: 'Lookups Test 1', ...name },
    names: [
      ...names,
      '*.lookups-test-1.com',
      'rdap.lookups-test-2.com',
      'data.lookups-test-2.com',
      '127.0.0.1',
      'hostmaster@lookups-test-1.com',
    ],
    ...lasting,
    signedBy,
  }),
  expired: certificate({ name, names, from: new Date('2020-01-01'), until: new Date('2021-01-01'), signedBy }),
  selfSigned: certificate({ name, names, isAuthority: true, ...lasting }),
} as const;

export type CertificateName = keyof typeof certificates;
