import { aliyunIdaas } from './aliyun-idaas.ts';
import { keycloak } from './keycloak.ts';

/** In the order in which people choose them. */
export const saml = [aliyunIdaas, keycloak] as const;
