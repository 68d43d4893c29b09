{{- define "countersign.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* At most 40 characters: the longest suffix is -worker-housekeeping, and names of Services have 63. */}}
{{- define "countersign.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "countersign.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "countersign.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "countersign.commonLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/name: {{ include "countersign.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The labels by which pods are selected. Takes a dict with root and component. */}}
{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ include "countersign.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "countersign.labels" -}}
{{ include "countersign.commonLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "countersign.image" -}}
{{- with .Values.image }}
{{- if not .repository }}{{ fail "set image.repository" }}{{ end }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "countersign.secretName" -}}
{{- .Values.existingSecret | default (include "countersign.fullname" .) }}
{{- end }}

{{/* Checks what the schema cannot: the created Secret has what every process needs. */}}
{{- define "countersign.secretData" -}}
{{- range list "DATABASE_URL" "SECRET_KEY" }}
{{- if not (index $.Values.secrets .) }}
{{- fail (printf "set existingSecret, or secrets.%s" .) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.secrets }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "countersign.settingsData" -}}
{{- range list "PUBLIC_URL" "STORAGE_URL" }}
{{- if not (index $.Values.settings .) }}
{{- fail (printf "set settings.%s" .) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if $value }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
HOST: 0.0.0.0
DATA_DIR: /data
{{- end }}

{{/* A change of a setting replaces the pods. */}}
{{- define "countersign.podAnnotations" -}}
checksum/settings: {{ include "countersign.settingsData" . | sha256sum }}
{{- if not .Values.existingSecret }}
checksum/secrets: {{ include "countersign.secretData" . | sha256sum }}
{{- end }}
{{- with .Values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What the pods of all components have in common, apart from containers and volumes. */}}
{{- define "countersign.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* A hook runs before the ServiceAccount exists, so the migration does not use it. */}}
{{- define "countersign.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
serviceAccountName: {{ .Values.serviceAccount.name | default (include "countersign.fullname" .) }}
{{- else if .Values.serviceAccount.name -}}
serviceAccountName: {{ .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Takes a dict with root, settings (name of the ConfigMap) and secret (name of the Secret). */}}
{{- define "countersign.envFrom" -}}
- configMapRef: { name: {{ .settings }} }
- secretRef: { name: {{ .secret }} }
{{- with .root.Values.extraEnvFrom }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes a dict with root and seal (whether the seal key is mounted). */}}
{{- define "countersign.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if and .seal .root.Values.sealSecret }}
- { name: seal, mountPath: /seal, readOnly: true }
{{- end }}
{{- with .root.Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "countersign.volumes" -}}
- name: tmp
  emptyDir: {{ .tmp | default (dict) | toJson }}
- name: data
  emptyDir: {}
{{- if and .seal .root.Values.sealSecret }}
- name: seal
  secret: { secretName: {{ .root.Values.sealSecret }}, defaultMode: 0440 }
{{- end }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
