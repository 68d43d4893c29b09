#!/bin/sh
# SeaweedFS as one S3 server with one account, on port 8333.
set -eu
cat > /tmp/s3.json <<JSON
{"identities": [{"name": "countersign", "credentials": [{"accessKey": "countersign", "secretKey": "$S3_SECRET"}], "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
JSON
exec weed server -dir=/data -ip.bind=0.0.0.0 -master.volumeSizeLimitMB=1024 -s3 -s3.port=8333 -s3.config=/tmp/s3.json
