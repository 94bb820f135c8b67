import { aliyunIdaas } from './aliyun-idaas.ts';
import { keycloak } from './keycloak.ts';
import { anySaml } from './saml.ts';

/** In the order in which people choose them. */
export const saml = [aliyunIdaas, keycloak, anySaml] as const;
