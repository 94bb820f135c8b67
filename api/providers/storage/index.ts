import type { Behaviours } from '../behaviour-of.ts';
import { aliyunOss } from './aliyun-oss.ts';
import { awsS3 } from './aws-s3.ts';
import { azureBlob } from './azure-blob.ts';
import type { FileService } from './file-service.ts';
import { localFileSystem } from './local-file-system.ts';
import { tencentCloudCos } from './tencent-cloud-cos.ts';

export const fileServices: Behaviours<'Storage', FileService> = {
  'Local File System': localFileSystem,
  'AWS S3': awsS3,
  'Aliyun OSS': aliyunOss,
  'Tencent Cloud COS': tencentCloudCos,
  'Azure Blob': azureBlob,
};
