import assert from 'node:assert/strict';
import { productNames } from '../../../../../src/core/indicators/detect/rules/addresses/versionWords';
import { assertNothingFound, findValues } from './findHelpers';

const accounts = (
  'root admin git docker mysql nginx ubuntu debian postgres postgresql redis mongodb jenkins tomcat oracle hadoop spark kafka ' +
  'elasticsearch elastic ansible grafana prometheus gitlab-runner wordpress drupal magento confluence jira weblogic jboss ' +
  'apache php python java node npm user test guest ftp www-data nagios zabbix minecraft steam ubnt pi ec2-user azureuser ' +
  'centos linux windows android os exchange office player update build release firmware version v zoom secure'
).split(' ');

const addresses = ['185.220.101.4', '1.2.3.4', '5.2.0.9', '103.0.0.20', '2a03:e600:100::1'];

/** Messages in which an SSH server logs the remote address, with and without the account. */
const sshd: readonly ((account: string, address: string) => string)[] = [
  (name, from) => `Connection closed by invalid user ${name} ${from} port 40022 [preauth]`,
  (name, from) => `Connection closed by authenticating user ${name} ${from} port 40022`,
  (name, from) => `Connection reset by invalid user ${name} ${from} port 40022 [preauth]`,
  (name, from) => `Connection reset by user ${name} ${from} port 40022`,
  (name, from) => `Disconnected from user ${name} ${from} port 40022`,
  (name, from) => `Disconnected from invalid user ${name} ${from} port 40022 [preauth]`,
  (name, from) => `Disconnected from authenticating user ${name} ${from} port 40022`,
  (name, from) => `Disconnecting invalid user ${name} ${from} port 40022: Too many authentication failures [preauth]`,
  (name, from) => `Disconnecting authenticating user ${name} ${from} port 40022: Change of username or service`,
  (name, from) => `ssh_dispatch_run_fatal: Connection from invalid user ${name} ${from} port 40022: Broken pipe`,
  (name, from) => `Connection closed by invalid user ${name} ${from}`,
  (name, from) => `Invalid user ${name} from ${from} port 40022`,
  (name, from) => `Invalid user ${name} from ${from}`,
  (name, from) => `Illegal user ${name} from ${from}`,
  (name, from) => `Failed password for ${name} from ${from} port 40022 ssh2`,
  (name, from) => `Failed password for invalid user ${name} from ${from} port 40022 ssh2`,
  (name, from) => `Failed none for invalid user ${name} from ${from} port 40022 ssh2`,
  (name, from) => `Failed keyboard-interactive/pam for ${name} from ${from} port 40022 ssh2`,
  (name, from) => `Failed publickey for ${name} from ${from} port 40022 ssh2: RSA SHA256:abc`,
  (name, from) => `Accepted password for ${name} from ${from} port 40022 ssh2`,
  (name, from) => `Accepted publickey for ${name} from ${from} port 40022 ssh2: ED25519 SHA256:abc`,
  (name, from) => `Postponed publickey for ${name} from ${from} port 40022 ssh2 [preauth]`,
  (name, from) => `error: maximum authentication attempts exceeded for ${name} from ${from} port 40022 ssh2 [preauth]`,
  (name, from) => `error: PAM: Authentication failure for ${name} from ${from}`,
  (name, from) => `User ${name} from ${from} not allowed because not listed in AllowUsers`,
  (name, from) => `Starting session: shell on pts/0 for ${name} from ${from} port 40022 id 0`,
  (name, from) => `Close session: user ${name} from ${from} port 40022 id 0`,
  (name, from) => `message repeated 2 times: [ Failed password for ${name} from ${from} port 40022 ssh2]`,
  (name, from) =>
    `pam_unix(sshd:auth): authentication failure; logname= uid=0 tty=ssh ruser= rhost=${from}  user=${name}`,
  (name, from) => `Received disconnect from ${from} port 40022:11: Bye Bye [preauth] ${name}`,
  (name, from) => `Connection from ${from} port 40022 on 10.0.0.5 port 22 rdomain "" ${name}`,
  (name, from) => `Unable to negotiate with ${from} port 40022: no matching host key type found. ${name}`,
  (name, from) => `banner exchange: Connection from ${from} port 40022: invalid format ${name}`,
  (name, from) => `fatal: Timeout before authentication for ${from} port 40022 ${name}`,
  (name, from) => `Did not receive identification string from ${from} port 40022 ${name}`,
  (name, from) => `reverse mapping checking getaddrinfo for ${name} [${from}] failed.`,
];

/** The texts in which the address is not found. */
function silent(texts: readonly (readonly [text: string, address: string])[]): readonly string[] {
  return texts.filter(([text, address]) => !findValues(text).includes(`ip ${address}`)).map(([text]) => text);
}

describe('Finding addresses after words that are also products', () => {
  it('finds the address in every message of an SSH server, for any account', () => {
    const lines = sshd.flatMap((message) =>
      accounts.flatMap((name) =>
        addresses.map((address) => {
          const line = `May 10 03:12:55 web-1 sshd[4242]: ${message(name, address)}`;
          return [line, address] as const;
        }),
      ),
    );
    assert.ok(lines.length > 10_000);
    assert.deepEqual(silent(lines), []);
  });

  const named = ['185.220.101.4', '1.2.3.4', '103.7.9.20', '84.14.195.210'];
  const afterWords = (frames: (word: string, address: string) => readonly string[]): readonly string[] =>
    silent(
      [...productNames, ...accounts, 'agent', 'malware'].flatMap((word) =>
        [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)].flatMap((spelled) =>
          named.flatMap((address) => frames(spelled, address).map((text) => [text, address] as const)),
        ),
      ),
    );

  it('finds addresses in the cell after a product, separated by commas or tabs, quoted or not', () => {
    const words = new Set('version ver v build release firmware'.split(' '));
    const cells = (word: string, address: string): readonly string[] =>
      words.has(word.toLowerCase())
        ? []
        : [
            `DESKTOP-01,${word},${address},VPN`,
            `DESKTOP-01,${word},${address}`,
            `"DESKTOP-01","${word}","${address}","VPN"`,
            `DESKTOP-01\t${word}\t${address}\tVPN`,
            `DESKTOP-01;${word};${address};VPN`,
            `DESKTOP-01|${word}|${address}|VPN`,
          ];
    assert.deepEqual(afterWords(cells), []);
  });

  it('finds addresses followed by a port', () =>
    assert.deepEqual(
      afterWords((word, address) => [
        `${word} ${address}:6379 refused`,
        `${word}: ${address}:57590`,
        `Rule /Common/x <HTTP_${word.toUpperCase()}>: ${address}:57590`,
        `${word} ${address} port 40022`,
        `${word} ${address}(51744) FATAL`,
      ]),
      [],
    ));

  it('finds addresses followed by a path', () =>
    assert.deepEqual(
      afterWords((word, address) => [
        `${word} ${address}/bins.sh`,
        `${word} -v ${address}/a/b -O x`,
        `${word} ${address}/?cmd=x`,
      ]),
      [],
    ));

  it('finds addresses whose numbers are unlike any release', () => {
    const words = new Set('version ver v build release firmware'.split(' '));
    const lines = [...productNames, ...accounts]
      .filter((word) => !words.has(word))
      .flatMap((word) =>
        ['185.220.101.4', '84.14.195.210', '45.9.148.35'].map(
          (address) => [`${word} ${address} seen`, address] as const,
        ),
      );
    assert.deepEqual(silent(lines), []);
  });

  it('ignores versions', () =>
    assertNothingFound([
      'nginx 1.18.0.1, Chrome 120.0.6099.109, Chrome 120.0.60.109, Chrome: 120.0.60.109',
      'Windows 10.0.19045.3803, curl 7.68.0, curl 7.68.0.1, Flash Player 11.2.202.235, flash player 32.0.0.101',
      'HOST-1,Chrome,120.0.60.109,installed',
      'HOST-1,Java,8.0.25.8,installed',
      'HOST-1,Flash Player,32.0.0.101',
      'version,1.2.3.4',
      'kernel 5.4.0.1/x86_64 and php 7.4.3.4/cli, build 1.2.3.4/stable',
      'python 3.6.9.1 or newer, agent 2.1.0.5, release 1.2.3.4, -v 1.2.3.4',
      'org.acme:core:jar:2.1.3.4:compile, pkg:npm/left-pad@1.2.3.4',
    ]));
});
