import { assertFound, assertNothingFound } from './findHelpers';

describe('Finding indicators in reports as they are written', () => {
  it('finds addresses and names between characters of scripts without spaces', () =>
    assertFound([
      ['样本访问203.0.113.8并下载文件', ['ip 203.0.113.8']],
      ['已知域名evil-site.net和203.0.113.77，', ['domain evil-site.net', 'ip 203.0.113.77']],
      ['C2サーバー203.0.113.8へ通信', ['ip 203.0.113.8']],
      ['203.0.113.8에서 evil-site.com으로', ['ip 203.0.113.8', 'domain evil-site.com']],
      [
        '下载hxxp://203.0.113.8后访问hxxp://203[.]0[.]113[.]9/a.png',
        ['url http://203.0.113.8', 'url http://203.0.113.9/a.png'],
      ],
      ['从203.0.113.1-203.0.113.9之间', ['ip 203.0.113.1', 'ip 203.0.113.9']],
      ['样本访问203.0.113.7和a-site.com，', ['ip 203.0.113.7', 'domain a-site.com']],
      ['203.0.113.8和evil-site.com都', ['ip 203.0.113.8', 'domain evil-site.com']],
      ['站点www.a商城.com', ['domain www.xn--a-fp9at1f.com']],
    ]));

  it('ignores versions and section numbers in other languages', () =>
    assertNothingFound([
      '受影响版本1.2.3.4，版本号为 1.2.3.5，版本：1.2.3.6',
      '第1.2.3.4节',
      'バージョン1.2.3.4は、버전 1.2.3.4',
      'la versión 1.2.3.4, a versão 1.2.3.4, версия 1.2.3.4, версии: 1.2.3.5',
    ]));

  it('ignores versions in tables, emphasis, tags, and statements about affected versions', () =>
    assertNothingFound([
      '| Assembly Version | `1.2.2.0` |',
      '| `Assembly` | File version | 1.2.3.4 |',
      '**Version:** 1.0.0.4 and **Version**: `5.0.0.1`',
      'File Version Number             : 6.1.76.1',
      '<tr><td>Version</td><td>3.2.1.4</td></tr><li>Build: <code>3.2.1.5</code></li>',
      'Affected are 10.2.0.5 and earlier, 9.1.0.9 or older versions, and 8.1.2.3 and below.',
      'before: prior to 4.2.1.5, fixed in 5.4.0.11; upgrade to 5.4.0.12',
    ]));

  it('finds addresses next to the same words', () =>
    assertFound([
      ['| Version | IP |\n| --- | --- |\n| 203.0.113.8 | 2 |', ['ip 203.0.113.8']],
      ['| Version | | 203.0.113.8 |', ['ip 203.0.113.8']],
      ['connected to 203.0.113.8 and later to 203.0.113.9', ['ip 203.0.113.8', 'ip 203.0.113.9']],
      ['uses 203.0.113.8 and older domains', ['ip 203.0.113.8']],
      ['**IP:** `203.0.113.8` | Host | 203.0.113.9 |', ['ip 203.0.113.8', 'ip 203.0.113.9']],
    ]));

  it('finds hosts that end like files next to a cell or in a list that identifies them', () =>
    assertFound([
      ['value,type\ndomain,paczka.pl,note\nbank-a.sh,hostname,note', ['domain paczka.pl', 'domain bank-a.sh']],
      ['9,140,Network activity,domain,"a-site.mk","",1', ['domain a-site.mk']],
      ['| Domain | `chat.md` |', ['domain chat.md']],
      ["[domain-name:value = 'kurier.rs']", ['domain kurier.rs']],
      ['kurier-a.pl\na-site.com\n', ['domain kurier-a.pl', 'domain a-site.com']],
      [
        '- b-site.net\n- 203.0.113.8\n- kurier.pl\n- bank.sh',
        ['domain b-site.net', 'ip 203.0.113.8', 'domain kurier.pl', 'domain bank.sh'],
      ],
      ['1. `a-site[.]com`\n2. `kurier.pl`', ['domain a-site.com', 'domain kurier.pl']],
    ]));

  it('ignores files in lists', () =>
    assertNothingFound([
      'filename,install.sh,note',
      'install.sh\nsetup.exe\nrun.py\n',
      'run.py\nREADME.md\n\nsee',
      'configure.ac\nconfig.h.in\nMakefile.am',
      'setup.py\nmain.rs\n',
      'setup.pl,file,note',
      '- install.sh runs first\n- then run.py',
      '| File | `rev.py` |',
    ]));

  it('ends a URL at Arabic, Urdu, and Hindi punctuation', () =>
    assertFound([
      ['الرابط hxxp://a-site[.]net/a، ثم http://b-site.net/b؟', ['url http://a-site.net/a', 'url http://b-site.net/b']],
      ['http://a-site.net/a۔ http://b-site.net/b।', ['url http://a-site.net/a', 'url http://b-site.net/b']],
    ]));

  it('ignores the fields of rules and events', () =>
    assertNothingFound([
      '| Technique | `threat.technique.name` | `threat.tactic.name`, threat.technique.id |',
      'dns.question.name, destination.geo.name, source.as.organization.name and kibana.alert.rule.name',
      'data.win.system.computer, manager.name, decoder.name, dll.name, ssh.software; observer.ingress.zone',
    ]));

  it('finds URLs without a colon', () =>
    assertFound([['url,"http//www.a-site.services/2bKr8Z"', ['domain www.a-site.services']]]));

  it('finds the hosts of network shares', () =>
    assertFound([
      ['`\\\\a-site.com@SSL\\x\\y.lnk` \\\\b-site[.]net@8080\\a.dll', ['domain a-site.com', 'domain b-site.net']],
      ['rundll32 \\\\203.0.113.8@80\\share\\a.dll', ['ip 203.0.113.8']],
      [
        'URL=file://203.0.113.8/share/a.url, file://203[.]0[.]113[.]9/x and file://a-site[.]com/b',
        ['ip 203.0.113.8', 'url http://203.0.113.9/x', 'url http://a-site.com/b'],
      ],
      ['file:///srv/a-site.com/x file://src/app.com/y file://C:/a.com', []],
    ]));

  it('decodes quoted mail', () =>
    assertFound([
      [
        'Visit=C2=A0a-site.com now, d=3Db-site.net; ann=40c-site.org',
        ['domain a-site.com', 'domain b-site.net', 'domain c-site.org'],
      ],
      ['a line that breaks here=\r\nfrom=20203.0.113.8', ['ip 203.0.113.8']],
      [
        'https://x.a-site.com ?site=20min.ch&d=3dprint-site.com&u=40a-site.com',
        ['url https://x.a-site.com', 'domain 20min.ch', 'domain 3dprint-site.com', 'domain 40a-site.com'],
      ],
    ]));

  it('ends a URL before directly following words in many languages', () =>
    assertFound([
      [
        "http://a-site.com/a'dan indirilen, http://b-site.net/b's page",
        ['url http://a-site.com/a', 'url http://b-site.net/b'],
      ],
      ["http://a-site.com/?id=1'or'1", ["url http://a-site.com/?id=1'or'1"]],
      [
        'http://a-site.com/の場合、http://b-site.net/에서 http://c-site.org/安全',
        ['url http://a-site.com/', 'url http://b-site.net/', 'url http://c-site.org/安全'],
      ],
    ]));

  it('finds hosts that end like files if adjacent words identify them', () => {
    assertFound([
      ['the domain `kurier.pl` and domeny: paczka.sh', ['domain kurier.pl', 'domain paczka.sh']],
      [
        'домен bank-a.rs, a-site.com, kurier.pl; b-site.net',
        ['domain bank-a.rs', 'domain a-site.com', 'domain kurier.pl', 'domain b-site.net'],
      ],
    ]);
    assertNothingFound([
      'run install.sh, setup.exe',
      'see main.rs, lib.rs and README.md',
      'wersja 1.2.3.4, phiên bản 1.2.3.4, الإصدار 1.2.3.4',
    ]);
  });

  it('finds hosts that start like packages', () => {
    assertFound([
      [
        'app.a-site.io, see app.asite.run/tasks/a and uk.asite.live',
        ['domain app.a-site.io', 'domain app.asite.run', 'domain uk.asite.live'],
      ],
      ['hxxps://*[.]a-site[.]com/x', ['url http://a-site.com/x']],
    ]);
    assertNothingFound(['com.example.app, io.flutter.app, me.asite.app, dev.asite.name, com.a-site.top']);
  });

  it('splits values at semicolons', () =>
    assertFound([
      ['2024;http://a-site.com/a.exe;malware;203.0.113.8\n', ['url http://a-site.com/a.exe', 'ip 203.0.113.8']],
      ['http://a-site.com/a?x=1&amp;y=2;malware;203.0.113.8', ['url http://a-site.com/a?x=1&y=2', 'ip 203.0.113.8']],
      ['2024;a-site[.]com/a.exe;b-site[.]net/b;x', ['url http://a-site.com/a.exe', 'url http://b-site.net/b']],
      ['see a-site[.]com/a;b-site[.]net', ['url http://a-site.com/a', 'domain b-site.net']],
      ['http://a-site.com/a;jsessionid=12;x=2;y', ['url http://a-site.com/a;jsessionid=12;x=2;y']],
    ]));

  it('ignores ports with their protocol, and versions after software names', () =>
    assertFound([
      [
        'a-site[.]com:80/tcp, 203.0.113[.]8:53/UDP, a-site[.]com:80/tcp.php',
        ['domain a-site.com', 'ip 203.0.113.8', 'url http://a-site.com:80/tcp.php'],
      ],
      ['Zoom 5.7.7.1, FortiClient 7.1.7.34 and Citrix,198.51.100.7', ['ip 198.51.100.7']],
    ]));
});
