import type { Row } from '@doorwright/crds';

type Labels = Partial<Record<'clientId' | 'clientSecret' | 'clientId2' | 'clientSecret2' | 'appId', string>>;

const accessKey: Labels = { clientId: 'accessKey', clientSecret: 'secretAccessKey' };
const agent: Labels = { appId: 'agentId' };

const ofType: Record<string, Labels> = {
  'Volc Engine SMS': { ...accessKey, appId: 'smsAccount' },
  'Huawei Cloud SMS': { clientId: 'appKey', clientSecret: 'appSecret', appId: 'channelNo' },
  'Aliyun Captcha': { ...accessKey, clientId2: 'scene', clientSecret2: 'appKey' },
  WeCom: agent,
  Infoflow: agent,
};

const ofCategory: Record<string, Labels> = {
  Email: { clientId: 'username', clientSecret: 'password' },
  Captcha: { clientId: 'siteKey', clientSecret: 'secretKey' },
};

/** What a service itself calls its credentials: a key of `editor:provider`, or nothing where it uses the words of the model. */
const labelOf =
  (field: keyof Labels) =>
  ({ category, type }: Row): string | undefined => {
    const label = (ofType[String(type)] ?? ofCategory[String(category)])?.[field];
    return label && `editor:provider.${label}`;
  };

export const labels = {
  clientId: labelOf('clientId'),
  clientSecret: labelOf('clientSecret'),
  clientId2: labelOf('clientId2'),
  clientSecret2: labelOf('clientSecret2'),
  appId: labelOf('appId'),
};
