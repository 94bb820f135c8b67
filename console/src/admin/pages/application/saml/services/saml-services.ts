import { aws } from './aws.ts';
import { githubEnterprise } from './github-enterprise.ts';
import { gitlab } from './gitlab.ts';
import { googleWorkspace } from './google-workspace.ts';
import { grafana } from './grafana.ts';
import { jenkins } from './jenkins.ts';
import { microsoft365 } from './microsoft-365.ts';
import { nextcloud } from './nextcloud.ts';
import type { SamlService } from './saml-service.ts';
import { slack } from './slack.ts';
import { zoom } from './zoom.ts';

export const samlServices: readonly SamlService[] = [
  aws,
  githubEnterprise,
  gitlab,
  googleWorkspace,
  grafana,
  jenkins,
  microsoft365,
  nextcloud,
  slack,
  zoom,
];
