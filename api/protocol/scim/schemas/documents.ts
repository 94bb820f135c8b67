import { largestBulk, largestPage, mostOperations } from '../limits.ts';
import { aboutSchemas } from './about.ts';
import type { Schema } from './attribute.ts';
import { groupSchema } from './group.ts';
import { groupType, type ResourceType, userType } from './resource-types.ts';
import { enterpriseSchema, userSchema } from './user.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

const schemas: readonly Schema[] = [userSchema, enterpriseSchema, groupSchema, ...aboutSchemas];

const shownSchema = (base: string, schema: Schema) => ({
  schemas: [`${core}:Schema`],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
});

const shownType = (base: string, { name, endpoint, schema, extensions }: ResourceType) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  description: schema.description,
  endpoint: `/${endpoint}`,
  schema: schema.id,
  ...(extensions.length > 0 && { schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })) }),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

/** The documents by which programs learn what the server can do. */
export const documents = {
  schemas: (base: string) => schemas.map((each) => shownSchema(base, each)),
  types: (base: string) => [userType, groupType].map((each) => shownType(base, each)),
  config: (base: string, origin: string) => ({
    schemas: [`${core}:ServiceProviderConfig`],
    documentationUri: `${origin}/docs`,
    patch: { supported: true },
    bulk: { supported: true, maxOperations: mostOperations, maxPayloadSize: largestBulk },
    filter: { supported: true, maxResults: largestPage },
    changePassword: { supported: true },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'A token that an administrator of the organization makes.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }),
};
