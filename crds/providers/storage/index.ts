import { aliyunOss } from './aliyun-oss.ts';
import { awsS3 } from './aws-s3.ts';
import { azureBlob } from './azure-blob.ts';
import { localFileSystem } from './local-file-system.ts';
import { tencentCloudCos } from './tencent-cloud-cos.ts';

/** In the order in which people choose them. */
export const storage = [localFileSystem, awsS3, aliyunOss, tencentCloudCos, azureBlob] as const;
